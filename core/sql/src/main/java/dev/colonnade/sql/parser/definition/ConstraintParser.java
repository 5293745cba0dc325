package dev.colonnade.sql.parser.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.Action;
import dev.colonnade.sql.syntax.definition.TableElement.KeyAction;
import dev.colonnade.sql.syntax.definition.TableElement.KeyPart;
import dev.colonnade.sql.syntax.definition.TableElement.KeyStorage;
import dev.colonnade.sql.syntax.definition.TableElement.References;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.sql.syntax.definition.TableElement.Timing;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of constraints of tables. */
final class ConstraintParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;

  ConstraintParser(QueryGrammar grammar, OptionParser options) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
  }

  /** Returns whether a constraint of a table begins at the current token. */
  boolean isTableConstraint() {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return false;
    }
    return switch (keyword) {
      case CONSTRAINT, CHECK, UNIQUE, PRIMARY, FOREIGN -> true;
      case EXCLUDE -> tokens.at(1, Keyword.USING) || tokens.at(1, TokenKind.LEFT_PARENTHESIS);
      default -> false;
    };
  }

  TableElement.Constraint table() {
    int position = tokens.position();
    String name = tokens.accept(Keyword.CONSTRAINT) ? names.column() : null;
    Keyword keyword = tokens.keyword();
    TableRule rule = rule();
    Timing timing = timing();
    if (keyword != null) {
      requireTiming(keyword, timing);
    }
    return new TableElement.Constraint(name, rule, timing, position);
  }

  private TableRule rule() {
    if (tokens.accept(Keyword.CHECK)) {
      return new TableRule.Check(condition());
    }
    if (tokens.accept(Keyword.UNIQUE)) {
      return key(false);
    }
    if (tokens.accept(Keyword.PRIMARY)) {
      tokens.expect(Keyword.KEY);
      return key(true);
    }
    if (tokens.accept(Keyword.EXCLUDE)) {
      return exclude();
    }
    tokens.expect(Keyword.FOREIGN, Keyword.KEY);
    List<String> columns = tokens.parenthesized(names::column);
    return new TableRule.ForeignKey(columns, references());
  }

  private TableRule key(boolean primary) {
    boolean nullsDistinct = primary || nullsDistinct();
    if (tokens.at(Keyword.USING) && !tokens.at(2, Keyword.TABLESPACE)) {
      tokens.expect(Keyword.USING, Keyword.INDEX);
      return new TableRule.KeyUsingIndex(primary, names.column());
    }
    List<KeyPart> columns = tokens.parenthesized(() -> keyPart(primary));
    List<String> include = include();
    return new TableRule.Key(primary, nullsDistinct, columns, include, storage());
  }

  private KeyPart keyPart(boolean primary) {
    int position = tokens.position();
    String column = names.column();
    boolean descending = primary && tokens.accept(Keyword.DESC);
    if (primary && !descending) {
      tokens.accept(Keyword.ASC);
    }
    return new KeyPart(column, descending, position);
  }

  private List<String> include() {
    return tokens.accept(Keyword.INCLUDE) ? tokens.parenthesized(names::column) : List.of();
  }

  private TableRule exclude() {
    String method = tokens.accept(Keyword.USING) ? names.column() : null;
    List<TableElement.Exclusion> elements = tokens.parenthesized(this::exclusion);
    List<String> include = include();
    KeyStorage storage = storage();
    Expression predicate = tokens.accept(Keyword.WHERE) ? condition() : null;
    return new TableRule.Exclude(method, elements, include, storage, predicate);
  }

  private TableElement.Exclusion exclusion() {
    Change.IndexElement element = grammar.indexElement();
    tokens.expect(Keyword.WITH);
    boolean isQualified = tokens.at(Keyword.OPERATOR) && tokens.at(1, TokenKind.LEFT_PARENTHESIS);
    OperatorName operator = isQualified ? grammar.operator() : grammar.operatorName();
    return new TableElement.Exclusion(element, operator);
  }

  /** Returns an expression in parentheses. */
  Expression condition() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    Expression condition = grammar.expression();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return condition;
  }

  /** Returns whether NULLs are distinct: NULLS [NOT] DISTINCT. */
  boolean nullsDistinct() {
    if (!tokens.accept(Keyword.NULLS)) {
      return true;
    }
    boolean distinct = !tokens.accept(Keyword.NOT);
    tokens.expect(Keyword.DISTINCT);
    return distinct;
  }

  /** Returns the storage of the index of a key. */
  KeyStorage storage() {
    List<Option> with = tokens.accept(Keyword.WITH) ? options.options() : List.of();
    String tablespace = null;
    if (tokens.accept(Keyword.USING)) {
      tokens.expect(Keyword.INDEX, Keyword.TABLESPACE);
      tablespace = names.column();
    }
    return new KeyStorage(with, tablespace);
  }

  References references() {
    tokens.expect(Keyword.REFERENCES);
    QualifiedName table = names.relation();
    List<String> columns = names.optionalColumns();
    boolean matchFull = matchFull();
    KeyAction onUpdate = null;
    KeyAction onDelete = null;
    while (tokens.at(Keyword.ON)) {
      if (tokens.at(1, Keyword.UPDATE) && onUpdate == null) {
        onUpdate = updateAction();
      } else if (tokens.at(1, Keyword.DELETE) && onDelete == null) {
        tokens.advance(2);
        onDelete = action();
      } else {
        tokens.advance();
        throw tokens.unexpected();
      }
    }
    return new References(
        table,
        columns,
        matchFull,
        onUpdate == null ? KeyAction.NONE : onUpdate,
        onDelete == null ? KeyAction.NONE : onDelete);
  }

  private boolean matchFull() {
    int position = tokens.position();
    if (!tokens.accept(Keyword.MATCH)) {
      return false;
    }
    if (tokens.accept(Keyword.PARTIAL)) {
      throw tokens.error(ErrorCode.UNSUPPORTED, "MATCH PARTIAL not yet implemented", position);
    }
    boolean full = tokens.accept(Keyword.FULL);
    if (!full) {
      tokens.expect(Keyword.SIMPLE);
    }
    return full;
  }

  private KeyAction updateAction() {
    int position = tokens.position();
    tokens.advance(2);
    KeyAction action = action();
    if (!action.columns().isEmpty()) {
      throw tokens.error(
          ErrorCode.UNSUPPORTED,
          "a column list with "
              + (action.action() == Action.SET_NULL ? "SET NULL" : "SET DEFAULT")
              + " is only supported for ON DELETE actions",
          position);
    }
    return action;
  }

  private KeyAction action() {
    if (tokens.accept(Keyword.NO)) {
      tokens.expect(Keyword.ACTION);
      return new KeyAction(Action.NO_ACTION, List.of());
    }
    if (tokens.accept(Keyword.RESTRICT)) {
      return new KeyAction(Action.RESTRICT, List.of());
    }
    if (tokens.accept(Keyword.CASCADE)) {
      return new KeyAction(Action.CASCADE, List.of());
    }
    tokens.expect(Keyword.SET);
    if (tokens.accept(Keyword.NULL)) {
      return new KeyAction(Action.SET_NULL, names.optionalColumns());
    }
    tokens.expect(Keyword.DEFAULT);
    return new KeyAction(Action.SET_DEFAULT, names.optionalColumns());
  }

  /** Returns the timing behind a constraint. */
  Timing timing() {
    Timing timing = Timing.NONE;
    while (true) {
      int position = tokens.position();
      Timing next = nextTiming(timing);
      if (next == null) {
        return timing;
      }
      requireConsistent(timing, next, position);
      timing = next;
    }
  }

  private @Nullable Timing nextTiming(Timing timing) {
    if (tokens.accept(Keyword.DEFERRABLE)) {
      return withDeferrable(timing, true);
    }
    if (tokens.at(Keyword.NOT)) {
      tokens.advance();
      if (tokens.accept(Keyword.VALID)) {
        return new Timing(
            timing.deferrable(), timing.initiallyDeferred(), true, timing.noInherit());
      }
      tokens.expect(Keyword.DEFERRABLE);
      return withDeferrable(timing, false);
    }
    if (tokens.accept(Keyword.INITIALLY)) {
      boolean deferred = tokens.accept(Keyword.DEFERRED);
      if (!deferred) {
        tokens.expect(Keyword.IMMEDIATE);
      }
      return conflicts(timing.initiallyDeferred(), deferred)
          ? new Timing(timing.deferrable(), null, timing.notValid(), timing.noInherit())
          : new Timing(timing.deferrable(), deferred, timing.notValid(), timing.noInherit());
    }
    if (tokens.accept(Keyword.NO)) {
      tokens.expect(Keyword.INHERIT);
      return new Timing(timing.deferrable(), timing.initiallyDeferred(), timing.notValid(), true);
    }
    return null;
  }

  private static Timing withDeferrable(Timing timing, boolean deferrable) {
    return new Timing(
        conflicts(timing.deferrable(), deferrable) ? null : (Boolean) deferrable,
        timing.initiallyDeferred(),
        timing.notValid(),
        timing.noInherit());
  }

  private static boolean conflicts(@Nullable Boolean known, boolean added) {
    return known != null && known != added;
  }

  private void requireConsistent(Timing before, Timing after, int position) {
    boolean lost =
        (before.deferrable() != null && after.deferrable() == null)
            || (before.initiallyDeferred() != null && after.initiallyDeferred() == null);
    if (Boolean.FALSE.equals(after.deferrable())
        && Boolean.TRUE.equals(after.initiallyDeferred())) {
      throw tokens.error("constraint declared INITIALLY DEFERRED must be DEFERRABLE", position);
    }
    if (lost) {
      throw tokens.error("conflicting constraint properties", position);
    }
  }

  /** Throws an error if a kind of constraint, by its keyword, does not accept a timing. */
  void requireTiming(Keyword keyword, Timing timing) {
    String kind =
        switch (keyword) {
          case CHECK -> "CHECK";
          case UNIQUE -> "UNIQUE";
          case PRIMARY -> "PRIMARY KEY";
          case EXCLUDE -> "EXCLUDE";
          default -> "FOREIGN KEY";
        };
    boolean isCheck = keyword == Keyword.CHECK;
    boolean isForeign = keyword == Keyword.FOREIGN;
    boolean deferrable =
        Boolean.TRUE.equals(timing.deferrable()) || Boolean.TRUE.equals(timing.initiallyDeferred());
    if (isCheck && deferrable) {
      throw cannot(kind, "DEFERRABLE");
    }
    if (timing.notValid() && !isCheck && !isForeign) {
      throw cannot(kind, "NOT VALID");
    }
    if (timing.noInherit() && !isCheck) {
      throw cannot(kind, "NO INHERIT");
    }
  }

  private static ColonnadeException cannot(String kind, String mark) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, kind + " constraints cannot be marked " + mark);
  }
}
