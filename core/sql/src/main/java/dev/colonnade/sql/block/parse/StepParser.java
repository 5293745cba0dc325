package dev.colonnade.sql.block.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.block.parse.TokenReader.Level;
import dev.colonnade.sql.block.tree.AssignmentTarget;
import dev.colonnade.sql.block.tree.BlockStep;
import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.BlockVariable.DeclaredType;
import dev.colonnade.sql.block.tree.BlockVariable.Restrictions;
import dev.colonnade.sql.block.tree.SqlFragment;
import dev.colonnade.sql.block.tree.SqlFragment.Prefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parser of the statements of a block. */
final class StepParser {
  private final TokenReader in;
  private final BlockParser blocks;
  private final RaiseParser raises;

  StepParser(TokenReader in, BlockParser blocks, RaiseParser raises) {
    this.in = in;
    this.blocks = blocks;
    this.raises = raises;
  }

  BlockStep step() {
    if (in.peek().is("<<")) {
      String label = blocks.label();
      return in.peek().isOneOf("declare", "begin") ? block(label) : loop(label);
    }
    if (in.peek().isOneOf("declare", "begin")) {
      return block(null);
    }
    if (in.peek().isOneOf("loop", "while", "for", "foreach")) {
      return loop(null);
    }
    return isAssignment() ? assignment() : statement();
  }

  private BlockStep block(@Nullable String label) {
    BlockStep.Block block = blocks.block(label);
    in.expect(";");
    return block;
  }

  private boolean isAssignment() {
    BlockToken first = in.peek();
    BlockToken second = in.peek(1);
    if (!first.isName()) {
      return false;
    }
    return second.isOneOf(":=", "=")
        || (second.isOneOf(".", "[") && in.comesBefore(":=", ";"))
        || (second.isOneOf(".", "[") && Scope.find(in.scope(), first.text()) != null);
  }

  private BlockStep assignment() {
    BlockToken first = in.peek();
    AssignmentTarget target = in.target();
    BlockToken sign = in.next();
    if (!sign.isOneOf(":=", "=")) {
      throw in.syntax(sign);
    }
    int start = in.peek().start();
    Prefix prefix = new Prefix("SELECT ", in.text(first.start(), start), "PL/pgSQL assignment");
    SqlFragment value = in.until(prefix, ";");
    in.expect(";");
    return new BlockStep.Assign(in.line(first), target, value);
  }

  private BlockStep statement() {
    BlockToken first = in.peek();
    int line = in.line(first);
    return switch (first.kind() == BlockToken.Kind.WORD ? first.text() : "") {
      case "if" -> conditional(line);
      case "case" -> choice(line);
      case "exit", "continue" -> leave(line);
      case "raise" -> raises.raise(line);
      case "assert" -> raises.assertion(line);
      case "perform" -> perform(line);
      case "execute" -> execute(line);
      case "get" -> diagnostics(line);
      case "commit", "rollback" -> end(line);
      case "return" -> {
        in.next();
        if (in.peek().isOneOf("next", "query")) {
          throw new ColonnadeException(
              ErrorCode.TYPE_MISMATCH,
              "cannot use RETURN %s in a non-SETOF function".formatted(upper(in.peek())),
              ErrorFields.at(in.peek().start() + 1));
        }
        if (!in.peek().is(";")) {
          throw new ColonnadeException(
              ErrorCode.TYPE_MISMATCH,
              "RETURN cannot have a parameter in function returning void",
              ErrorFields.at(in.peek().start() + 1));
        }
        in.next();
        yield new BlockStep.Return(line);
      }
      case "null" -> {
        in.next();
        in.expect(";");
        yield new BlockStep.Nothing(line);
      }
      case "open", "fetch", "close", "move", "call" ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              upper(first) + " in a block is not supported",
              ErrorFields.at(first.start() + 1));
      default -> sql(line);
    };
  }

  private static String upper(BlockToken token) {
    return token.text().toUpperCase(Locale.ROOT);
  }

  private BlockStep conditional(int line) {
    List<BlockStep.Branch> branches = new ArrayList<>();
    List<BlockStep> otherwise = List.of();
    do {
      in.next();
      SqlFragment condition = in.expression("then");
      in.expect("then");
      branches.add(new BlockStep.Branch(condition, blocks.body()));
    } while (in.peek().isOneOf("elsif", "elseif"));
    if (in.accept("else")) {
      otherwise = blocks.body();
    }
    in.expect("end");
    in.expect("if");
    in.expect(";");
    return new BlockStep.If(line, branches, otherwise);
  }

  private BlockStep choice(int line) {
    in.next();
    Scope outer = in.scope();
    SqlFragment subject = in.peek().is("when") ? null : in.expression("when");
    BlockVariable holder = in.hidden("text");
    List<BlockStep.Branch> branches = new ArrayList<>();
    while (in.accept("when")) {
      Prefix prefix = subject == null ? Prefix.EXPRESSION : Prefix.CASE;
      SqlFragment condition = in.until(prefix, "then");
      in.expect("then");
      branches.add(new BlockStep.Branch(condition, blocks.body()));
    }
    if (branches.isEmpty()) {
      throw in.syntax(in.peek());
    }
    List<BlockStep> otherwise = in.accept("else") ? blocks.body() : null;
    in.expect("end");
    in.expect("case");
    in.expect(";");
    in.setScope(outer);
    return new BlockStep.Case(line, subject, holder, branches, otherwise);
  }

  private BlockStep leave(int line) {
    BlockToken word = in.next();
    boolean isExit = word.is("exit");
    String label = in.peek().isOneOf("when", ";") ? null : label(isExit);
    if (label == null && !blocks.isWithin(null, true)) {
      throw in.error(
          isExit
              ? "EXIT cannot be used outside a loop, unless it has a label"
              : "CONTINUE cannot be used outside a loop",
          word);
    }
    SqlFragment condition = in.accept("when") ? in.expression(";") : null;
    in.expect(";");
    return new BlockStep.Leave(line, isExit, label, condition);
  }

  private String label(boolean isExit) {
    BlockToken token = in.peek();
    String label = in.name();
    if (!blocks.isKnown(label)) {
      throw in.error(
          "there is no label \"%s\" attached to any block or loop enclosing this statement"
              .formatted(label),
          token);
    }
    if (!isExit && !blocks.isWithin(label, true)) {
      throw in.error("block label \"%s\" cannot be used in CONTINUE".formatted(label), token);
    }
    return label;
  }

  private BlockStep perform(int line) {
    in.next();
    SqlFragment query = in.until(Prefix.PERFORM, ";");
    in.expect(";");
    return new BlockStep.Run(line, new BlockStep.StaticSql(query), true, null);
  }

  private BlockStep execute(int line) {
    in.next();
    SqlFragment text = in.expression("into", "using", ";");
    BlockStep.Into into = null;
    List<SqlFragment> using = List.of();
    while (!in.peek().is(";")) {
      if (in.peek().is("into") && into == null) {
        in.next();
        into = into();
      } else if (in.peek().is("using") && using.isEmpty()) {
        using = using("into", ";");
      } else {
        throw in.syntax(in.peek());
      }
    }
    in.next();
    return new BlockStep.Run(line, new BlockStep.DynamicSql(text, using), false, into);
  }

  private List<SqlFragment> using(String... stops) {
    in.expect("using");
    String[] all = new String[stops.length + 1];
    System.arraycopy(stops, 0, all, 0, stops.length);
    all[stops.length] = ",";
    List<SqlFragment> using = new ArrayList<>();
    do {
      using.add(in.expression(all));
    } while (in.accept(","));
    return using;
  }

  private BlockStep.Into into() {
    boolean strict = in.accept("strict");
    return new BlockStep.Into(in.targets(), strict);
  }

  private BlockStep diagnostics(int line) {
    in.next();
    boolean stacked = in.accept("stacked");
    if (!stacked) {
      in.accept("current");
    }
    in.expect("diagnostics");
    List<BlockStep.Item> items = new ArrayList<>();
    do {
      AssignmentTarget target = in.target();
      if (!in.accept("=")) {
        in.expect(":=");
      }
      BlockToken name = in.peek();
      items.add(new BlockStep.Item(target, in.name()));
      if (stacked == name.isOneOf("row_count", "pg_context")) {
        throw in.error(
            "diagnostics item %s is not allowed in GET %s DIAGNOSTICS"
                .formatted(upper(name), stacked ? "STACKED" : "CURRENT"),
            name);
      }
    } while (in.accept(","));
    in.expect(";");
    return new BlockStep.Diagnostics(line, stacked, items);
  }

  private BlockStep end(int line) {
    boolean isCommit = in.next().is("commit");
    boolean chain = false;
    if (in.accept("and")) {
      chain = !in.accept("no");
      in.expect("chain");
    }
    in.expect(";");
    return new BlockStep.End(line, isCommit, chain);
  }

  /** Parses a SQL statement and extracts its INTO clause. */
  private BlockStep sql(int line) {
    BlockToken first = in.peek();
    if (first.isOneOf("end", "then", "elsif", "loop") || (!first.isName() && !first.is("("))) {
      throw in.syntax(first);
    }
    boolean mayHaveInto =
        first.isOneOf("select", "insert", "update", "delete", "with", "merge", "values");
    TokenReader.Cut cut = mayHaveInto ? in.intoClause() : null;
    BlockStep.Into into = null;
    if (cut != null) {
      into = in.at(cut.from() + 1, this::into);
      cut = cut.until(in.indexAfter());
    }
    SqlFragment statement = in.statement(cut);
    in.expect(";");
    return new BlockStep.Run(line, new BlockStep.StaticSql(statement), false, into);
  }

  private BlockStep loop(@Nullable String label) {
    BlockToken first = in.peek();
    int line = in.line(first);
    if (in.accept("while")) {
      SqlFragment condition = in.expression("loop");
      return new BlockStep.Loop(line, label, condition, blocks.loopBody(label));
    }
    if (in.accept("for")) {
      return in.peek().isName() && in.peek(1).is("in") && isRange()
          ? range(line, label)
          : rows(line, label);
    }
    if (in.accept("foreach")) {
      return elements(line, label);
    }
    return new BlockStep.Loop(line, label, null, blocks.loopBody(label));
  }

  private boolean isRange() {
    return !in.peek(2).is("execute") && (in.peek(2).is("reverse") || in.comesBefore("..", "loop"));
  }

  private BlockStep range(int line, @Nullable String label) {
    String name = in.name();
    in.expect("in");
    boolean reverse = in.accept("reverse");
    SqlFragment from = in.expression("..");
    in.expect("..");
    SqlFragment to = in.expression("loop", "by");
    SqlFragment by = in.accept("by") ? in.expression("loop") : null;
    Scope outer = in.scope();
    Level level = blocks.level(label);
    BlockVariable variable =
        in.declare(name, DeclaredType.plain("integer"), Restrictions.NONE, null, level);
    List<BlockStep> body = blocks.loopBody(label);
    in.setScope(outer);
    return new BlockStep.ForRange(
        line, label, variable, new BlockStep.Range(reverse, from, to, by), body);
  }

  private BlockStep rows(int line, @Nullable String label) {
    BlockToken first = in.peek();
    if (first.isName() && Scope.find(in.scope(), first.text()) == null && in.peek(1).is("in")) {
      throw in.error(
          "loop variable of loop over rows must be a record variable or list of scalar variables",
          first);
    }
    List<AssignmentTarget> targets = in.targets();
    in.expect("in");
    BlockStep.Source source;
    if (in.accept("execute")) {
      SqlFragment text = in.expression("using", "loop");
      source = new BlockStep.DynamicSql(text, in.peek().is("using") ? using("loop") : List.of());
    } else {
      source = new BlockStep.StaticSql(in.until(Prefix.STATEMENT, "loop"));
    }
    return new BlockStep.ForQuery(line, label, targets, source, blocks.loopBody(label));
  }

  private BlockStep elements(int line, @Nullable String label) {
    BlockToken first = in.peek();
    if (first.isName() && Scope.find(in.scope(), first.text()) == null) {
      throw in.error(
          "loop variable of FOREACH must be a known variable or list of variables", first);
    }
    List<AssignmentTarget> targets = in.targets();
    boolean isSlice = in.accept("slice") && !in.next().text().equals("0");
    in.expect("in");
    in.expect("array");
    SqlFragment array = in.expression("loop");
    return new BlockStep.ForEach(line, label, targets, isSlice, array, blocks.loopBody(label));
  }
}
