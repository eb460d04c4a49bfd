"""The settings in files and on the clipboard."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from charcopy_gui.pages.train.as_command import command
from charcopy_gui.pages.train.run_bar import RunBar
from charcopy_gui.pages.train.run_folder import new_folder
from charcopy_gui.pages.train.settings_form import SettingsForm
from core.config import ConfigError, TrainingConfig
from core.files import write_atomically


class SettingsFiles(QObject):
    """Does what the form's menu asks for, and says in the bar what came of it."""

    def __init__(self, form: SettingsForm, bar: RunBar, parent: QObject) -> None:
        super().__init__(parent)
        self._form = form
        self._bar = bar
        form.menu.file_chosen.connect(self._open)
        form.menu.target_chosen.connect(self._save)
        form.menu.command_wanted.connect(self._copy)
        form.menu.defaults_wanted.connect(self._reset)

    @Slot(str)
    def _open(self, name: str) -> None:
        path = Path(name)
        try:
            config = TrainingConfig.from_toml(path.read_text(encoding="utf-8"))
        except OSError as error:
            self._bar.say_problem(f"{path} cannot be read: {error.strerror or error}.")
        except UnicodeDecodeError:
            self._bar.say_problem(f"{path} cannot be read: it is not UTF-8 text.")
        except ConfigError as error:
            self._bar.say_problem(f"{path.name}: {error}")
        else:
            self._form.set_config(config)
            self._bar.say(f"These are the settings of {path.name}.")

    @Slot(str)
    def _save(self, name: str) -> None:
        path = Path(name)
        try:
            write_atomically(path, self._form.config.to_toml().encode())
        except ConfigError as error:
            self._bar.say_problem(f"Not saved: {error}")
        except OSError as error:
            self._bar.say_problem(f"{path} cannot be written: {error.strerror or error}.")
        else:
            self._bar.say(f"Saved as {path.name}.")

    @Slot()
    def _copy(self) -> None:
        choices = self._form.checked()
        if choices is None:
            self._bar.say_problem(f"Not copied: {self._form.problem}")
            return
        corpus = self._form.corpus
        line = command(choices, new_folder(choices), corpus.said_readings(), corpus.folder)
        QGuiApplication.clipboard().setText(line)
        self._bar.say("The command is on the clipboard.")

    @Slot()
    def _reset(self) -> None:
        self._form.set_config(TrainingConfig())
