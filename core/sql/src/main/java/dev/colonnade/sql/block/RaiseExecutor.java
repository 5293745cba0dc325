package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.BlockSession.Notice;
import dev.colonnade.sql.block.tree.BlockStep.Message;
import dev.colonnade.sql.block.tree.BlockStep.Option;
import dev.colonnade.sql.block.tree.BlockStep.Raised;
import dev.colonnade.sql.block.tree.ErrorCondition;
import dev.colonnade.sql.block.tree.SqlFragment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Execution of RAISE. One thread. */
final class RaiseExecutor {
  private static final String NO_MESSAGE = "unhandled exception";

  private final BlockSession session;
  private final Evaluator evaluator;
  private final BlockVariables variables;

  RaiseExecutor(BlockSession session, Evaluator evaluator, BlockVariables variables) {
    this.session = session;
    this.evaluator = evaluator;
    this.variables = variables;
  }

  /** Adds a notice for the client, or returns the raised error; {@code line} is its context. */
  @Nullable ColonnadeException raise(Raised raised, String line) {
    String state = raised.sqlState();
    String message = raised.format().format() == null ? null : formatted(raised.format());
    ErrorFields fields = ErrorFields.NONE;
    for (Option option : raised.options()) {
      String value = text(option.value());
      if (value == null) {
        throw BlockVariables.nullNotAllowed("RAISE statement option cannot be null");
      }
      switch (option.name()) {
        case "errcode" -> {
          requireNone(state.isEmpty(), "ERRCODE");
          state = ErrorCondition.stateOf(value);
        }
        case "message" -> {
          requireNone(message == null, "MESSAGE");
          message = value;
        }
        case "detail" -> fields = fields.withDetail(value);
        case "hint" -> fields = fields.withHint(value);
        case "column" -> fields = fields.withColumn(value);
        case "constraint" -> fields = fields.withConstraint(value);
        case "table" -> fields = fields.withTable(value);
        case "schema" -> fields = fields.withObject(fields.object().withSchema(value));
        case "datatype" -> fields = fields.withObject(fields.object().withDataType(value));
        default -> throw new IllegalStateException("no such option: " + option.name());
      }
    }
    if (message == null) {
      message = raised.condition().isEmpty() ? state : raised.condition();
    }
    if (message.isEmpty()) {
      message = NO_MESSAGE;
    }
    if (raised.level().equals("exception")) {
      ErrorOrigin origin = ErrorOrigin.NONE.withSqlState(state.isEmpty() ? null : state);
      return new ColonnadeException(ErrorCode.RAISED, message, fields.withOrigin(origin));
    }
    String sqlState =
        state.isEmpty() ? (raised.level().equals("warning") ? "01000" : "00000") : state;
    ErrorFields placed = fields.withOrigin(ErrorOrigin.NONE.within(line));
    session.addNotice(new Notice(raised.level(), sqlState, message, placed));
    return null;
  }

  private static void requireNone(boolean none, String name) {
    if (!none) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "RAISE option already specified: " + name);
    }
  }

  private String formatted(Message message) {
    List<String> values = new ArrayList<>();
    for (SqlFragment value : message.values()) {
      String text = text(value);
      values.add(text == null ? "<NULL>" : text);
    }
    String format = message.format() == null ? "" : message.format();
    StringBuilder result = new StringBuilder();
    int next = 0;
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%') {
        result.append(c);
      } else if (i + 1 < format.length() && format.charAt(i + 1) == '%') {
        result.append('%');
        i++;
      } else {
        result.append(values.get(next++));
      }
    }
    return result.toString();
  }

  private @Nullable String text(SqlFragment value) {
    return variables.text(evaluator.value(value));
  }
}
