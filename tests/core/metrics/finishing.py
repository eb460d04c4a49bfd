"""Running what yields progress and returns a result to its end."""


def result(generator):
    """What it returns."""
    return with_records(generator)[0]


def with_records(generator):
    """What it returns, and what it yielded before."""
    records = []
    while True:
        try:
            records.append(next(generator))
        except StopIteration as end:
            return end.value, records
