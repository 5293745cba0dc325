package dev.colonnade.sql.block.parse;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.block.parse.BlockToken.Kind;
import dev.colonnade.sql.block.tree.BlockStep;
import dev.colonnade.sql.block.tree.BlockStep.Message;
import dev.colonnade.sql.block.tree.BlockStep.Option;
import dev.colonnade.sql.block.tree.BlockStep.Raised;
import dev.colonnade.sql.block.tree.SqlFragment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Parser of RAISE and ASSERT. */
final class RaiseParser {
  private static final String[] LEVELS = {"exception", "warning", "notice", "info", "log", "debug"};

  private static final Set<String> OPTIONS =
      Set.of(
          "errcode",
          "message",
          "detail",
          "hint",
          "column",
          "constraint",
          "datatype",
          "table",
          "schema");

  private final TokenReader in;
  private final ErrorConditionParser conditions;

  RaiseParser(TokenReader in, ErrorConditionParser conditions) {
    this.in = in;
    this.conditions = conditions;
  }

  BlockStep raise(int line) {
    in.next();
    if (in.accept(";")) {
      return new BlockStep.Raise(line, null);
    }
    String level = in.peek().isOneOf(LEVELS) ? in.next().text() : "exception";
    BlockToken what = in.peek();
    String state = "";
    String condition = "";
    Message message = new Message(null, List.of());
    if (what.kind() == Kind.TEXT) {
      message = message();
    } else if (in.accept("sqlstate")) {
      state = conditions.sqlState();
      condition = state;
    } else if (!what.isOneOf("using", ";")) {
      condition = in.name();
      state = conditions.stateOf(condition, what);
    }
    List<Option> options = in.accept("using") ? options() : List.of();
    in.expect(";");
    return new BlockStep.Raise(line, new Raised(level, state, condition, message, options));
  }

  private Message message() {
    BlockToken text = in.next();
    List<SqlFragment> values = new ArrayList<>();
    while (in.accept(",")) {
      values.add(in.expression(";", ",", "using"));
    }
    String format = text.text();
    int places =
        format.replace("%%", "").length() - format.replace("%%", "").replace("%", "").length();
    if (places != values.size()) {
      String which = places < values.size() ? "many" : "few";
      throw in.nearLine(
          ErrorCode.SYNTAX_ERROR, "too %s parameters specified for RAISE".formatted(which), text);
    }
    return new Message(format, values);
  }

  private List<Option> options() {
    List<Option> options = new ArrayList<>();
    do {
      BlockToken name = in.next();
      if (!OPTIONS.contains(name.text())) {
        throw in.error(
            "unrecognized RAISE statement option at or near \"%s\"".formatted(name.text()), name);
      }
      if (!in.accept("=")) {
        in.expect(":=");
      }
      options.add(new Option(name.text(), in.expression(";", ",")));
    } while (in.accept(","));
    return options;
  }

  BlockStep assertion(int line) {
    in.next();
    SqlFragment condition = in.expression(";", ",");
    SqlFragment message = in.accept(",") ? in.expression(";") : null;
    in.expect(";");
    return new BlockStep.Assert(line, condition, message);
  }
}
