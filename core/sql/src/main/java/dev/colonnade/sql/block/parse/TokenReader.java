package dev.colonnade.sql.block.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.tree.AssignmentTarget;
import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.BlockVariable.DeclaredType;
import dev.colonnade.sql.block.tree.BlockVariable.Restrictions;
import dev.colonnade.sql.block.tree.SqlFragment;
import dev.colonnade.sql.block.tree.SqlFragment.Place;
import dev.colonnade.sql.block.tree.SqlFragment.Prefix;
import dev.colonnade.sql.block.tree.SqlFragment.VariableReference;
import dev.colonnade.sql.frontend.text.StatementText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reader of the tokens of a block, which tracks the visible names. One thread. */
final class TokenReader {
  private final String text;
  private final List<BlockToken> tokens;
  private final List<Integer> newlines = new ArrayList<>();
  private final List<BlockVariable> variables = new ArrayList<>();
  private int at;
  private int indexAfter;
  private @Nullable Scope scope;

  TokenReader(String text) {
    this.text = text;
    this.tokens = BlockToken.read(text);
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      newlines.add(i);
    }
  }

  BlockToken peek() {
    return tokens.get(at);
  }

  BlockToken peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  BlockToken next() {
    BlockToken token = tokens.get(at);
    if (!token.isEnd()) {
      at++;
    }
    return token;
  }

  /** Consumes the next token if it is this word or operator; returns whether it did. */
  boolean accept(String expected) {
    boolean isIt = peek().is(expected);
    if (isIt) {
      next();
    }
    return isIt;
  }

  void expect(String expected) {
    if (!accept(expected)) {
      throw syntax(peek());
    }
  }

  String name() {
    if (!peek().isName()) {
      throw syntax(peek());
    }
    return next().text();
  }

  int line(BlockToken token) {
    int found = Collections.binarySearch(newlines, token.start());
    return 1 + (found < 0 ? -found - 1 : found);
  }

  public String text(int start, int end) {
    return text.substring(start, end);
  }

  /** Returns all variables declared so far, by index. */
  List<BlockVariable> variables() {
    return variables;
  }

  @Nullable Scope scope() {
    return scope;
  }

  /** Sets the visible names. */
  void setScope(@Nullable Scope other) {
    scope = other;
  }

  /** Declares a variable that is visible from here on. */
  BlockVariable declare(
      String name,
      DeclaredType type,
      Restrictions restrictions,
      @Nullable SqlFragment initial,
      Level level) {
    BlockVariable variable = new BlockVariable(variables.size(), name, type, restrictions, initial);
    variables.add(variable);
    scope = new Scope(scope, name, variable, level.number(), level.label());
    return variable;
  }

  /** Nesting level of names: a block or loop. */
  record Level(int number, @Nullable String label) {}

  /** Declares a variable without a name. */
  BlockVariable hidden(String type) {
    BlockVariable variable =
        new BlockVariable(variables.size(), "", DeclaredType.plain(type), Restrictions.NONE, null);
    variables.add(variable);
    return variable;
  }

  /**
   * Consumes the tokens before the next of some words or operators outside of parentheses, and
   * returns them as a fragment.
   */
  SqlFragment until(Prefix prefix, String... stops) {
    return fragment(prefix, skipTo(stops));
  }

  /** Parses an expression. */
  SqlFragment expression(String... stops) {
    return until(Prefix.EXPRESSION, stops);
  }

  /** Returns the index of the next of some words or operators outside of parentheses. */
  int skipTo(String... stops) {
    int depth = 0;
    for (int i = at; ; i++) {
      BlockToken token = tokens.get(i);
      if (depth == 0 && token.isOneOf(stops)) {
        return i;
      }
      if (token.isEnd()) {
        throw syntax(token);
      }
      if (token.is(";")) {
        throw depth == 0 && !stops[0].equals(";")
            ? error("missing \"%s\" at end of SQL expression".formatted(upper(stops[0])), token)
            : error("mismatched parentheses at or near \";\"", token);
      }
      depth += token.isOneOf("(", "[") ? 1 : token.isOneOf(")", "]") ? -1 : 0;
    }
  }

  /** Returns the number of the next tokens that name a type. */
  int skipToType() {
    int depth = 0;
    for (int i = 0; ; i++) {
      BlockToken token = peek(i);
      if (depth == 0 && token.isOneOf(";", ":=", "=", "default", "not", "collate")) {
        return i;
      }
      if (token.isEnd() || token.is(";")) {
        throw syntax(token);
      }
      depth += token.isOneOf("(", "[") ? 1 : token.isOneOf(")", "]") ? -1 : 0;
    }
  }

  private static String upper(String stop) {
    return stop.toUpperCase(Locale.ROOT);
  }

  /** Returns whether a word or operator occurs outside of parentheses before another one. */
  boolean comesBefore(String wanted, String stop) {
    int depth = 0;
    for (int i = at; !tokens.get(i).isEnd(); i++) {
      BlockToken token = tokens.get(i);
      if (depth == 0 && token.is(wanted)) {
        return true;
      }
      if (depth == 0 && token.isOneOf(stop, ";")) {
        return false;
      }
      depth += token.isOneOf("(", "[") ? 1 : token.isOneOf(")", "]") ? -1 : 0;
    }
    return false;
  }

  /** Consumes the tokens up to an index and returns them as a fragment. */
  public SqlFragment fragment(Prefix prefix, int endIndex) {
    return fragment(prefix, endIndex, new Cut(at, at));
  }

  /** Variant of {@link #fragment(Prefix, int)} that replaces some tokens by blanks. */
  private SqlFragment fragment(Prefix prefix, int endIndex, Cut cut) {
    BlockToken first = tokens.get(at);
    boolean isEmpty = endIndex == at;
    // The text behind PERFORM is displayed with the blanks before it.
    int start = prefix.equals(Prefix.PERFORM) ? tokens.get(at - 1).end() : first.start();
    int end = isEmpty ? start : tokens.get(endIndex - 1).end();
    String piece = text.substring(start, end);
    if (cut.to() > cut.from()) {
      int from = tokens.get(cut.from()).start() - start;
      int to = tokens.get(cut.to() - 1).end() - start;
      piece = piece.substring(0, from) + " ".repeat(to - from) + piece.substring(to);
    }
    Place place = new Place(start, line(first), first.text());
    at = endIndex;
    List<VariableReference> references = isEmpty ? List.of() : references(piece, prefix, start);
    return new SqlFragment(piece, prefix, references, place);
  }

  /**
   * Returns the variable references in a fragment.
   *
   * @throws ColonnadeException SYNTAX_ERROR with its position in the block
   */
  private List<VariableReference> references(String piece, Prefix prefix, int start) {
    String before = prefix.run();
    String sql = before + piece + prefix.closing();
    try {
      return VariableReferenceFinder.find(
          StatementText.parseReferencing(sql), sql, before.length(), scope);
    } catch (ColonnadeException e) {
      int offset = Math.clamp(e.position() - 1 - before.length(), 0, piece.length());
      throw e.position() == 0 ? e : e.with(e.fields().withPosition(start + offset + 1));
    }
  }

  /** Tokens that are left out of a statement, by their indexes. */
  record Cut(int from, int to) {
    Cut until(int other) {
      return new Cut(from, other);
    }
  }

  /**
   * Returns the place of INTO in the statement that begins here, outside of parentheses; null if
   * there is none.
   */
  @Nullable Cut intoClause() {
    int depth = 0;
    for (int i = at; !tokens.get(i).isEnd() && !tokens.get(i).is(";"); i++) {
      BlockToken token = tokens.get(i);
      boolean isOfTable = i > at && tokens.get(i - 1).isOneOf("insert", "merge");
      if (depth == 0 && token.is("into") && !isOfTable) {
        return new Cut(i, i + 1);
      }
      depth += token.isOneOf("(", "[") ? 1 : token.isOneOf(")", "]") ? -1 : 0;
    }
    return null;
  }

  /** Parses at another index; {@link #indexAfter} returns the index behind the parsed tokens. */
  <T> T at(int index, Supplier<T> work) {
    int here = at;
    at = index;
    try {
      return work.get();
    } finally {
      indexAfter = at;
      at = here;
    }
  }

  int indexAfter() {
    return indexAfter;
  }

  /** Parses a statement up to its semicolon, without the tokens of a cut. */
  SqlFragment statement(@Nullable Cut cut) {
    int end = skipTo(";");
    return cut == null ? fragment(Prefix.STATEMENT, end) : fragment(Prefix.STATEMENT, end, cut);
  }

  /** Parses the target of an assignment. */
  AssignmentTarget target() {
    BlockToken first = peek();
    String name = name();
    BlockVariable variable = Scope.find(scope, name);
    String field = "";
    if (peek().is(".") && peek(1).isName()) {
      next();
      String second = name();
      if (variable != null && variable.isRow()) {
        field = second;
      } else {
        variable = Scope.find(scope, name, second);
        if (variable != null && variable.isRow() && peek().is(".")) {
          next();
          field = name();
        }
      }
      name += "." + second;
    }
    if (variable == null) {
      throw error("\"%s\" is not a known variable".formatted(name), first);
    }
    if (variable.restrictions().constant()) {
      throw new ColonnadeException(
          ErrorCode.ERROR_IN_ASSIGNMENT,
          "variable \"%s\" is declared CONSTANT".formatted(name),
          ErrorFields.at(first.start() + 1));
    }
    SqlFragment subscript = null;
    if (accept("[")) {
      subscript = expression("]");
      expect("]");
    }
    return new AssignmentTarget(variable, field, subscript);
  }

  /** Parses a list of targets. */
  List<AssignmentTarget> targets() {
    List<AssignmentTarget> targets = new ArrayList<>();
    do {
      targets.add(target());
    } while (accept(","));
    return targets;
  }

  /** Returns the syntax error at a token. */
  ColonnadeException syntax(BlockToken token) {
    return token.isEnd()
        ? error("syntax error at end of input", token)
        : error(
            "syntax error at or near \"%s\"".formatted(text(token.start(), token.end())), token);
  }

  public ColonnadeException error(String message, BlockToken token) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR, message, ErrorFields.at(token.start() + 1));
  }

  /** Returns an error whose context has a line but no position. */
  ColonnadeException nearLine(ErrorCode code, String message, BlockToken token) {
    String line = "compilation of PL/pgSQL function \"inline_code_block\" near line " + line(token);
    return new ColonnadeException(
        code, message, ErrorFields.NONE.withOrigin(ErrorOrigin.NONE.within(line)));
  }
}
