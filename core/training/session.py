"""Session: one run while it is being trained; its steps, its evaluations, its pauses."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from itertools import islice

from core import cancellation, device
from core.batching import batches
from core.config import ConfigError, Schedule, TrainingConfig
from core.corpus.example import Corpus, group_by_mr
from core.network.model import EdaCs
from core.records import DevScores, Progress, Sample, TrainingPoint
from core.runs import RunFolder, RunState, status
from core.training import dev, origin
from core.training.control import TrainingControl
from core.training.dev import Evaluated
from core.training.footprint import Footprint
from core.training.keeper import Keeper
from core.training.schedule import learning_rate
from core.training.state import Position
from core.training.step import Stepper, optimizer_for


class Session:
    """One run while it is being trained; `train` is its outline."""

    def __init__(
        self,
        corpus: Corpus,
        config: TrainingConfig,
        folder: RunFolder,
        model: EdaCs,
        control: TrainingControl,
        run: int,
    ) -> None:
        self.config, self.control, self.run = config, control, run
        self.train, self.dev = group_by_mr(corpus.train), group_by_mr(corpus.dev)
        if not self.train or not self.dev:
            msg = f"The corpus {corpus.name} needs examples to train on and examples in dev."
            raise ConfigError(msg)
        self.model = model.placed(device.choose(config.device).name)
        optimizer = optimizer_for(self.model, config)
        self._stepper = Stepper(self.model, optimizer, config, control.cancel)
        self.keeper = Keeper(folder, config, self.model, optimizer, self._seconds_here)
        terms = {
            "corpus": corpus.name,
            "licence": corpus.licence,
            "attribution": corpus.attribution,
        }
        self.position = Position(corpus_digest=origin.digest(corpus), provenance=terms)
        self.total_steps = config.epochs * len(list(self._batches(0)))
        self.begin_to_count()

    def _batches(self, epoch: int) -> Iterator[list[tuple[str, str]]]:
        config = self.config
        return batches(
            self.train, config.batch_size, config.references_per_source, config.seed, epoch
        )

    def remaining_batches(self) -> Iterator[list[tuple[str, str]]]:
        """Those of the current epoch that have not been trained on."""
        return islice(self._batches(self.position.epoch), self.position.batch, None)

    def is_done(self) -> bool:
        """Whether all epochs were trained, or early stopping has struck."""
        patience, position = self.config.patience, self.position
        stands_still = bool(patience) and position.evaluations_since_best >= patience
        return position.epoch >= self.config.epochs or stands_still

    def restore(self) -> None:
        """Go on where the folder's run stopped.

        Raises:
            RunError: the state is damaged, or belongs to another corpus.
        """
        self.position = self.keeper.restore(self.position)

    def step(self, pairs: list[tuple[str, str]]) -> TrainingPoint:
        """Both phases on one batch.

        Raises:
            Cancelled: the step was dropped, as if it had not begun.
            NotANumberError: a loss or a gradient is no number.
        """
        began = time.perf_counter()
        position = self.position
        # Whoever writes a text meanwhile, in another thread, may have asked torch for fewer.
        device.set_threads(self.config.threads)
        rate = learning_rate(
            self.config, position.step + 1, position.epoch, position.cuts, self.total_steps
        )
        result = self._stepper.step(pairs, position.step + 1, rate)
        position.step += 1
        position.batch += 1
        point = TrainingPoint(
            run=self.run,
            step=position.step,
            epoch=position.epoch,
            table_to_text=result.table_to_text,
            text_to_table=result.text_to_table,
            gradient_norm=result.gradient_norm,
            examples_per_second=len(pairs) / (time.perf_counter() - began),
            seconds=self._seconds_here(),
            learning_rate=rate,
            memory=self._memory(),
        )
        self.keeper.point(point)
        return point

    def begin_to_count(self) -> None:
        """Count time and memory from now on: what compiles kernels is none of the training's."""
        self._began, self._paused = time.monotonic(), 0.0
        self._footprint = Footprint(self.model)

    def _memory(self) -> int | None:
        """The most that was taken up to the first evaluation's end.

        What a process grows by later is not the training's: a window is looked at meanwhile.
        """
        position = self.position
        if position.scored_step < 0 or not position.memory:
            position.memory = max(position.memory, self._footprint.taken() or 0)
        return position.memory or None

    def end_epoch(self) -> None:
        """All its batches were trained on."""
        position, every = self.position, self.config.evaluate_every
        position.epoch, position.batch = position.epoch + 1, 0
        last = position.epoch == self.config.epochs
        position.evaluation_due = not every or (last and position.step % every > 0)
        if self.config.keep_epochs and not position.evaluation_due:
            self.keeper.epoch(position)

    def evaluate(self) -> Iterator[Progress | Sample | DevScores]:
        """Score the dev split, and keep the model: as the last, and as the best if it is.

        Raises:
            Cancelled: the evaluation was dropped.
        """
        how, cancel = self.config.backward_input, self.control.cancel
        found = yield from self._pausable(dev.evaluate(self.model, self.dev, how, cancel))
        yield self._keep(found)

    def _pausable(
        self, evaluation: Generator[Progress, None, Evaluated]
    ) -> Generator[Progress | Sample, None, Evaluated]:
        while True:
            try:
                progress = next(evaluation)
            except StopIteration as end:
                found: Evaluated = end.value
                return found
            yield progress
            yield from self.rest()

    def rest(self) -> Iterator[Progress | Sample]:
        """Write what was asked for, and stand still while asked to; that time counts as no one's.

        Raises:
            Cancelled: training is to stop.
        """
        cancellation.check(self.control.cancel)
        began = time.monotonic()
        try:
            yield from self._probe()
            if self.control.pause.is_set():
                yield from self._stand_still()
        finally:
            self._paused += time.monotonic() - began

    def _stand_still(self) -> Iterator[Progress | Sample]:
        """Until asked to go on; meanwhile the run's folder says that it rests."""
        self.keeper.save_unless_saved(self.position)  # A pause may be long.
        status.write(self.keeper.folder, RunState.PAUSED)
        yield Progress(self.position.step, self.total_steps, "steps", "paused")
        while self.control.pause.is_set():
            self.control.wait()
            yield from self._probe()
        status.write(self.keeper.folder, RunState.RUNNING)
        yield Progress(self.position.step, self.total_steps, "steps", "training")

    def _probe(self) -> Iterator[Sample]:
        """Write what was asked for meanwhile, with the weights as they are."""
        for mr in self.control.waiting_probes():
            self.model.eval()
            yield dev.sample(self.model, mr, dev.LONGEST_PROBE, self.control.cancel)

    def _keep(self, found: Evaluated) -> DevScores:
        position = self.position
        self._memory()
        scores = DevScores(
            run=self.run,
            step=position.step,
            epoch=position.epoch,
            table_to_text=found.table_to_text,
            text_to_table=found.text_to_table,
            bleu=found.bleu,
            samples=found.samples,
            is_best=(found.bleu, -found.table_to_text) > (position.best_bleu, -position.best_loss),
        )
        position.evaluation_due = False
        position.scored_step, position.scored_bleu = position.step, scores.bleu
        better = scores.bleu > position.best_bleu
        position.evaluations_since_best = 0 if better else position.evaluations_since_best + 1
        position.evaluations_since_cut = 0 if better else position.evaluations_since_cut + 1
        if scores.is_best:
            position.best_bleu, position.best_loss = scores.bleu, scores.table_to_text
        stands_still = position.evaluations_since_cut >= self.config.plateau_patience
        if self.config.schedule is Schedule.PLATEAU and stands_still:
            position.cuts, position.evaluations_since_cut = position.cuts + 1, 0
        self.keeper.scores(scores, position)
        return scores

    def _seconds_here(self) -> float:
        """Spent since this session of the run began, pauses apart."""
        return max(0.0, time.monotonic() - self._began - self._paused)
