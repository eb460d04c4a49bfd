"""models: list, check, pack, average."""

from __future__ import annotations

from pathlib import Path

from core.command_line.parts import MODEL, Commands


def models(commands: Commands) -> None:
    """What is done with models."""
    models = commands.add_parser("models", help="list, check, pack and average models")
    models.set_defaults(work="core.commands.models")
    models.add_argument("--json", action="store_true", help="print all that their cards say")
    actions = models.add_subparsers(dest="action", metavar="ACTION")
    check = actions.add_parser("check", help="say whether a file is a model that can be used")
    check.set_defaults(work="core.commands.packing")
    check.add_argument(
        "file", metavar="FILE", type=Path, help="the file, such as model.safetensors"
    )
    pack = actions.add_parser("pack", help="store a model in half precision, to be passed on")
    pack.set_defaults(work="core.commands.packing")
    pack.add_argument("model", metavar=MODEL, help="the model to be stored")
    pack.add_argument("out", metavar="OUT", type=Path, help="the file, or with --name its folder")
    pack.add_argument("--name", help="name of the model, where OUT is a folder")
    pack.add_argument(
        "--figures", type=Path, metavar="FILE.json", help="figures for the card: a list of objects"
    )
    pack.add_argument("--corpus", metavar="TEXT", help="corpus for the card")
    pack.add_argument("--licence", metavar="TEXT", help="licence for the card")
    pack.add_argument("--attribution", metavar="TEXT", help="attribution for the card")
    average = actions.add_parser("average", help="make one model of the mean weights of several")
    average.set_defaults(work="core.commands.averaging")
    average.add_argument("out", metavar="OUT", type=Path, help="the file to be made")
    average.add_argument("models", metavar=MODEL, nargs="+", help="models of the same sizes")
