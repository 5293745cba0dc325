package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Notices of an execution of a statement. One thread. */
public final class Notices {
  /** SQLSTATE of what is no error at all. */
  private static final String SUCCESS = "00000";

  /** SQLSTATE of warnings without one of their own. */
  private static final String WARNING = "01000";

  /**
   * One of them.
   *
   * @param detail of a cascade; null for most
   */
  public record Notice(
      boolean isWarning, String sqlState, String message, @Nullable String detail) {
    public Notice {
      requireNonNull(sqlState, "sqlState is null");
      requireNonNull(message, "message is null");
    }
  }

  /** Notices; most executions have none. */
  private List<Notice> said = List.of();

  private Consumer<Notice> receiver = _ -> {};

  /** Something that a user may want to know. */
  public void say(String message) {
    say(message, null);
  }

  /** Variant of {@link #say(String)} with a detail, which may be null. */
  public void say(String message, @Nullable String detail) {
    add(new Notice(false, SUCCESS, message, detail));
  }

  /** Adds a warning. */
  public void warn(String message) {
    warn(WARNING, message);
  }

  /** Adds a warning with a SQLSTATE. */
  public void warn(String sqlState, String message) {
    add(new Notice(true, sqlState, message, null));
  }

  /** Something is not there that was to be changed or to go, and that is no error. */
  public void skipped(String message) {
    say(message + ", skipping");
  }

  /** Something is there that was to be made, and that is no error; {@code code} if it were one. */
  public void skipped(ErrorCode code, String message) {
    add(new Notice(false, code.sqlState(), message + ", skipping", null));
  }

  /** Passes the notices on, and from now on each new one: queries add some while they are read. */
  public void forwardTo(Consumer<Notice> consumer) {
    list().forEach(consumer);
    receiver = consumer;
  }

  private void add(Notice notice) {
    receiver.accept(notice);
    if (said.isEmpty()) {
      said = new ArrayList<>();
    }
    said.add(notice);
  }

  /** Returns all notices in order. */
  public List<Notice> list() {
    return said.isEmpty() ? List.of() : List.copyOf(said);
  }
}
