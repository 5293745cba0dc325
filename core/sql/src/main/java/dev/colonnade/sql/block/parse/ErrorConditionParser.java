package dev.colonnade.sql.block.parse;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.block.tree.ErrorCondition;
import dev.colonnade.sql.block.tree.ErrorConditionNames;
import java.util.List;

/** Parser of the error conditions in exception handlers and RAISE. */
final class ErrorConditionParser {
  private final TokenReader in;

  ErrorConditionParser(TokenReader in) {
    this.in = in;
  }

  /** Parses one condition of a handler. */
  List<ErrorCondition> conditions() {
    BlockToken token = in.peek();
    String name = in.name();
    if (name.equals("others")) {
      return List.of(ErrorCondition.OTHERS);
    }
    if (name.equals("sqlstate")) {
      return List.of(new ErrorCondition(sqlState()));
    }
    return List.of(new ErrorCondition(stateOf(name, token)));
  }

  /** Parses the five characters behind SQLSTATE. */
  String sqlState() {
    BlockToken text = in.next();
    if (text.kind() != BlockToken.Kind.TEXT) {
      throw in.syntax(text);
    }
    if (!text.text().matches("[0-9A-Z]{5}")) {
      throw in.error(
          "invalid SQLSTATE code at or near \"%s\"".formatted(in.text(text.start(), text.end())),
          text);
    }
    return text.text();
  }

  /** Returns the SQLSTATE of a condition name, which {@code token} contains. */
  public String stateOf(String name, BlockToken token) {
    String state = ErrorConditionNames.stateOf(name);
    if (state == null) {
      throw in.nearLine(
          ErrorCode.UNKNOWN_OBJECT,
          "unrecognized exception condition \"%s\"".formatted(name),
          token);
    }
    return state;
  }
}
