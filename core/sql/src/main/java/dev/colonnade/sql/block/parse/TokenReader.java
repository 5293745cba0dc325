package dev.colonnade.sql.block.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.parse.Fragment.Leads;
import dev.colonnade.sql.block.parse.Fragment.Place;
import dev.colonnade.sql.block.parse.Variable.DeclaredType;
import dev.colonnade.sql.block.parse.Variable.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Goes through the tokens of a block, and knows what can be seen there. One thread. */
final class TokenReader {
  /** Statements in which variables can be named begin so. */
  private static final String[] WITH_VARIABLES = {
    "select", "insert", "update", "delete", "merge", "with", "values", "table", "(", "explain"
  };

  private final String text;
  private final SqlCheck check;
  private final List<BlockToken> tokens;
  private final List<Integer> newlines = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private int at;
  private int indexAfter;
  private @Nullable Scope scope;

  TokenReader(String text, SqlCheck check) {
    this.text = text;
    this.check = check;
    this.tokens = BlockLexer.tokens(text);
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

  /** Takes the next token if it is this one. */
  boolean take(String expected) {
    boolean isIt = peek().is(expected);
    if (isIt) {
      next();
    }
    return isIt;
  }

  void expect(String expected) {
    if (!take(expected)) {
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

  String text(int start, int end) {
    return text.substring(start, end);
  }

  /** All variables so far, by their indexes. */
  List<Variable> variables() {
    return variables;
  }

  @Nullable Scope scope() {
    return scope;
  }

  /** What can be seen from here on. */
  void see(@Nullable Scope other) {
    scope = other;
  }

  /** A new variable that is seen from here on. */
  Variable declare(
      String name, DeclaredType type, Terms terms, @Nullable Fragment initial, Level level) {
    Variable variable = new Variable(variables.size(), name, type, terms, initial);
    variables.add(variable);
    scope = new Scope(scope, name, variable, level.number(), level.label());
    return variable;
  }

  /** A block or loop that declares names. */
  record Level(int number, @Nullable String label) {}

  /** A new variable without a name. */
  Variable hidden(String type) {
    Variable variable =
        new Variable(variables.size(), "", DeclaredType.plain(type), Terms.NONE, null);
    variables.add(variable);
    return variable;
  }

  /**
   * What stands from here up to one of some words or signs outside of parentheses, which is not
   * taken.
   */
  Fragment until(Leads leads, String... stops) {
    return fragment(leads, skipTo(stops));
  }

  /** An expression. */
  Fragment expression(String... stops) {
    return until(Leads.EXPRESSION, stops);
  }

  /** The index of the next of some words or signs outside of parentheses. */
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

  /** How many tokens from here on name a type. */
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

  /** Whether a word or sign comes outside of parentheses before another one. */
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

  /** The tokens from here up to an index, as a piece of SQL. */
  Fragment fragment(Leads leads, int endIndex) {
    return fragment(leads, endIndex, new Cut(at, at));
  }

  /** The same with some tokens left out; blanks stand in their place. */
  private Fragment fragment(Leads leads, int endIndex, Cut cut) {
    BlockToken first = tokens.get(at);
    boolean isEmpty = endIndex == at;
    // What stands behind PERFORM is shown with the blanks before it.
    int start = leads.equals(Leads.PERFORM) ? tokens.get(at - 1).end() : first.start();
    int end = isEmpty ? start : tokens.get(endIndex - 1).end();
    String piece = text.substring(start, end);
    List<BlockToken> inside = new ArrayList<>(tokens.subList(at, endIndex + 1));
    if (cut.to() > cut.from()) {
      int from = tokens.get(cut.from()).start() - start;
      int to = tokens.get(cut.to() - 1).end() - start;
      piece = piece.substring(0, from) + " ".repeat(to - from) + piece.substring(to);
      inside.subList(cut.from() - at, cut.to() - at).clear();
    }
    Place place = new Place(start, line(first), first.text());
    boolean isUtility = leads.equals(Leads.STATEMENT) && !first.isOneOf(WITH_VARIABLES);
    List<BlockToken> looked = isUtility ? query(inside) : inside;
    Fragment fragment = new Fragment(piece, leads, MentionFinder.find(looked, start, scope), place);
    at = endIndex;
    if (!isEmpty) {
      check(fragment);
    }
    return fragment;
  }

  /** Of a statement that defines something the query of CREATE TABLE AS; else only its end. */
  private static List<BlockToken> query(List<BlockToken> statement) {
    int size = statement.size();
    boolean isTable = statement.stream().limit(4).anyMatch(token -> token.is("table"));
    for (int i = 0; isTable && statement.getFirst().is("create") && i < size - 1; i++) {
      if (statement.get(i).is("as")) {
        return statement.subList(i + 1, size);
      }
    }
    return statement.subList(size - 1, size);
  }

  /** Tokens that are left out of a statement, by their indexes. */
  record Cut(int from, int to) {
    Cut until(int other) {
      return new Cut(from, other);
    }
  }

  /** Where INTO stands in the statement that begins here, outside of parentheses; null if not. */
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

  /** Reads something at another index; {@link #indexAfter} tells where that has ended. */
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

  /** The statement from here to its semicolon, with something left out if there is a cut. */
  Fragment statement(@Nullable Cut cut) {
    int end = skipTo(";");
    return cut == null ? fragment(Leads.STATEMENT, end) : fragment(Leads.STATEMENT, end, cut);
  }

  private void check(Fragment fragment) {
    Rewriting rewriting =
        Rewriting.of(
            fragment,
            mention ->
                mention.isAmbiguous()
                    ? fragment.text().substring(mention.start(), mention.end())
                    : "$1");
    try {
      check.check(rewriting.sql());
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.SYNTAX_ERROR) {
        return; // what cannot be run says so when it is run
      }
      if (String.valueOf(e.getMessage()).endsWith("at end of input")) {
        throw syntax(peek());
      }
      int position = fragment.place().start() + rewriting.offset(e.position()) + 1;
      throw new ColonnadeException(
          e.code(), String.valueOf(e.getMessage()), e.fields().withPosition(position), e);
    }
  }

  /** What takes a value. */
  Target target() {
    BlockToken first = peek();
    String name = name();
    Variable variable = Scope.find(scope, name);
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
    if (variable.terms().constant()) {
      throw new ColonnadeException(
          ErrorCode.ERROR_IN_ASSIGNMENT,
          "variable \"%s\" is declared CONSTANT".formatted(name),
          ErrorFields.at(first.start() + 1));
    }
    Fragment subscript = null;
    if (take("[")) {
      subscript = expression("]");
      expect("]");
    }
    return new Target(variable, field, subscript);
  }

  /** Several of them, with commas between. */
  List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    do {
      targets.add(target());
    } while (take(","));
    return targets;
  }

  /** It cannot go on with this token. */
  ColonnadeException syntax(BlockToken token) {
    return token.isEnd()
        ? error("syntax error at end of input", token)
        : error(
            "syntax error at or near \"%s\"".formatted(text(token.start(), token.end())), token);
  }

  ColonnadeException error(String message, BlockToken token) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR, message, ErrorFields.at(token.start() + 1));
  }

  /** An error that has no place but a line. */
  ColonnadeException nearLine(ErrorCode code, String message, BlockToken token) {
    String line = "compilation of PL/pgSQL function \"inline_code_block\" near line " + line(token);
    return new ColonnadeException(
        code, message, ErrorFields.NONE.withOrigin(ErrorOrigin.NONE.within(line)));
  }
}
