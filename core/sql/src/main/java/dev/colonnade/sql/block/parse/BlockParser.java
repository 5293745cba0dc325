package dev.colonnade.sql.block.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.block.parse.TokenReader.Level;
import dev.colonnade.sql.block.tree.BlockStep;
import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.BlockVariable.DeclaredType;
import dev.colonnade.sql.block.tree.BlockVariable.Form;
import dev.colonnade.sql.block.tree.BlockVariable.Restrictions;
import dev.colonnade.sql.block.tree.ErrorCondition;
import dev.colonnade.sql.block.tree.ParsedBlock;
import dev.colonnade.sql.block.tree.SqlFragment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Parser of PL/pgSQL blocks: declarations, statements and exception handlers. One instance for each
 * text.
 */
public final class BlockParser {
  /** Maximum nesting of blocks, loops and branches. */
  public static final int NESTING_MAX = 200;

  private static final String[] ENDS = {"end", "exception", "elsif", "elseif", "else", "when"};

  private final Predicate<String> isRowType;
  private final TokenReader in;
  private final ErrorConditionParser errorConditions;
  private final StepParser steps;
  private final Deque<Label> labels = new ArrayDeque<>();
  private int nesting;
  private int levels;

  /** Label of a block or loop that is being parsed. */
  record Label(@Nullable String name, boolean isLoop) {}

  private BlockParser(String text, Predicate<String> isRowType) {
    this.isRowType = isRowType;
    this.in = new TokenReader(text);
    this.errorConditions = new ErrorConditionParser(in);
    this.steps = new StepParser(in, this, new RaiseParser(in, errorConditions));
  }

  /**
   * Parses a text.
   *
   * @param isRowType whether a name is that of a table, a view or a composite type
   * @throws ColonnadeException SYNTAX_ERROR with its position, and others
   */
  public static ParsedBlock parse(String text, Predicate<String> isRowType) {
    return new BlockParser(text, isRowType).run();
  }

  private ParsedBlock run() {
    Level outermost = new Level(0, "inline_code_block");
    BlockVariable found =
        in.declare("found", DeclaredType.plain("boolean"), Restrictions.NONE, null, outermost);
    BlockStep.Block block = block(label());
    in.accept(";");
    if (!in.peek().isEnd()) {
      throw in.syntax(in.peek());
    }
    return new ParsedBlock(block, in.variables(), found);
  }

  /** Parses {@code <<label>>}; returns null if there is none. */
  @Nullable String label() {
    if (!in.accept("<<")) {
      return null;
    }
    String label = in.name();
    in.expect(">>");
    return label;
  }

  /** Returns whether a loop is being parsed, or with a name: that block or loop. */
  boolean isWithin(@Nullable String name, boolean loopOnly) {
    return labels.stream()
        .anyMatch(
            label -> (name == null || name.equals(label.name())) && (!loopOnly || label.isLoop()));
  }

  boolean isKnown(String label) {
    return isWithin(label, false);
  }

  /** Returns a new nesting level of names, for a block or loop. */
  Level level(@Nullable String label) {
    levels++;
    return new Level(levels, label);
  }

  public BlockStep.Block block(@Nullable String label) {
    BlockToken first = in.peek();
    Scope outer = in.scope();
    Level level = level(label);
    List<BlockVariable> declared = new ArrayList<>();
    while (in.accept("declare")) {
      while (!in.peek().isOneOf("begin", "declare")) {
        declared.addAll(declaration(level));
      }
    }
    BlockToken begin = declared.isEmpty() ? in.peek() : first;
    in.expect("begin");
    labels.push(new Label(label, false));
    List<BlockStep> body = body();
    List<BlockStep.Handler> handlers = new ArrayList<>();
    if (in.accept("exception")) {
      while (in.peek().is("when")) {
        handlers.add(handler());
      }
      if (handlers.isEmpty()) {
        throw in.syntax(in.peek());
      }
    }
    in.expect("end");
    labels.pop();
    endLabel(label, "block");
    in.setScope(outer);
    return new BlockStep.Block(in.line(begin), label, declared, body, handlers);
  }

  /** Parses the optional label behind an END. */
  private void endLabel(@Nullable String label, String what) {
    if (!in.peek().isName()) {
      return;
    }
    BlockToken token = in.next();
    if (label == null) {
      throw in.error(
          "end label \"%s\" specified for unlabeled block".formatted(token.text()), token);
    }
    if (!label.equals(token.text())) {
      throw in.error(
          "end label \"%s\" differs from %s's label \"%s\"".formatted(token.text(), what, label),
          token);
    }
  }

  private BlockStep.Handler handler() {
    in.expect("when");
    List<ErrorCondition> conditions = new ArrayList<>();
    do {
      conditions.addAll(errorConditions.conditions());
    } while (in.accept("or"));
    in.expect("then");
    Scope outer = in.scope();
    Level level = level(null);
    Restrictions constant = new Restrictions(true, false, 0);
    DeclaredType text = DeclaredType.plain("text");
    BlockVariable state = in.declare("sqlstate", text, constant, null, level);
    BlockVariable message = in.declare("sqlerrm", text, constant, null, level);
    List<BlockStep> body = body();
    in.setScope(outer);
    return new BlockStep.Handler(conditions, body, state, message);
  }

  /** Parses statements up to a keyword that ends them. */
  List<BlockStep> body() {
    nesting++;
    if (nesting > NESTING_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "block is nested too deeply: max=" + NESTING_MAX);
    }
    List<BlockStep> body = new ArrayList<>();
    while (!in.peek().isOneOf(ENDS)) {
      if (in.peek().isEnd()) {
        throw in.syntax(in.peek());
      }
      body.add(steps.step());
    }
    nesting--;
    return body;
  }

  /** Parses the body of a loop, from LOOP to its end. */
  List<BlockStep> loopBody(@Nullable String label) {
    in.expect("loop");
    labels.push(new Label(label, true));
    List<BlockStep> body = body();
    in.expect("end");
    in.expect("loop");
    labels.pop();
    endLabel(label, "block");
    in.expect(";");
    return body;
  }

  private List<BlockVariable> declaration(Level level) {
    BlockToken token = in.peek();
    String name = in.name();
    if (Scope.declares(in.scope(), name, level.number())) {
      throw in.error("duplicate declaration at or near \"%s\"".formatted(name), token);
    }
    if (in.peek().is("alias") && in.peek(1).is("for")) {
      in.next();
      in.next();
      BlockVariable same = in.target().variable();
      in.setScope(new Scope(in.scope(), name, same, level.number(), level.label()));
      in.expect(";");
      return List.of();
    }
    boolean constant = in.accept("constant");
    if (in.peek().isOneOf("cursor", "scroll", "no", "refcursor")) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cursor variables are not supported",
          ErrorFields.at(in.peek().start() + 1));
    }
    DeclaredType type = type();
    BlockToken not = in.peek();
    boolean notNull = not.is("not") && in.peek(1).is("null");
    if (notNull) {
      in.next();
      in.next();
    }
    SqlFragment initial = null;
    if (in.peek().isOneOf(":=", "=", "default")) {
      in.next();
      initial = in.expression(";");
    } else if (notNull) {
      throw new ColonnadeException(
          ErrorCode.NULL_NOT_ALLOWED,
          "variable \"%s\" must have a default value, since it's declared NOT NULL".formatted(name),
          ErrorFields.at(not.start() + 1));
    }
    in.expect(";");
    return List.of(
        in.declare(
            name, type, new Restrictions(constant, notNull, token.start() + 1), initial, level));
  }

  private DeclaredType type() {
    BlockToken first = in.peek();
    if (!first.isName()) {
      throw in.syntax(first);
    }
    int end = in.skipToType();
    BlockToken last = in.peek(end - 1);
    int position = first.start() + 1;
    boolean isReference = end > 2 && in.peek(end - 2).is("%") && last.isOneOf("type", "rowtype");
    String text = in.text(first.start(), isReference ? in.peek(end - 2).start() : last.end());
    boolean isOne = end == 3;
    BlockVariable same = isOne ? Scope.find(in.scope(), first.text()) : null;
    for (int i = 0; i < end; i++) {
      in.next();
    }
    if (!isReference) {
      boolean isRecord = end == 1 && first.is("record");
      if (!isRecord && isRowType.test(text.strip())) {
        return new DeclaredType(Form.OF_ROW, text.strip(), position);
      }
      return new DeclaredType(isRecord ? Form.RECORD : Form.PLAIN, text.strip(), position);
    }
    if (last.is("type") && same != null) {
      return same.type();
    }
    return new DeclaredType(last.is("type") ? Form.OF_COLUMN : Form.OF_ROW, text.strip(), position);
  }
}
