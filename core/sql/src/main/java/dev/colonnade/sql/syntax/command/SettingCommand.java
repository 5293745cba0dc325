package dev.colonnade.sql.syntax.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command about settings. */
public sealed interface SettingCommand extends Command {
  /** Extent of a change of a setting. */
  enum Scope {
    DEFAULT,
    SESSION,
    LOCAL,
    SYSTEM
  }

  /** Kind of value. */
  enum ValueKind {
    WORD,
    STRING,
    NUMBER,
    INTERVAL
  }

  /** Value of a setting; an interval has its fields or precision behind the text. */
  record Value(ValueKind kind, String text, int position) {}

  /** Source of a setting's value. */
  enum Assignment {
    VALUES,
    DEFAULT,
    CURRENT
  }

  /**
   * {@code SET}; the forms with keywords have the name of their setting, such as {@code timezone}.
   */
  record Set(Scope scope, String name, Assignment assignment, List<Value> values, int position)
      implements SettingCommand {}

  /** {@code RESET}; null is ALL. */
  record Reset(Scope scope, @Nullable String name, int position) implements SettingCommand {}

  /** {@code SHOW}; null is ALL. */
  record Show(@Nullable String name, int position) implements SettingCommand {}
}
