package dev.colonnade.sql.parser.definition;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.ColumnConstraint;
import dev.colonnade.sql.syntax.definition.TableElement.ColumnRule;
import dev.colonnade.sql.syntax.definition.TableElement.Timing;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of the elements of CREATE TABLE: columns with their constraints, LIKE, families. */
final class ElementParser {
  private static final Set<Keyword> LIKE_OPTIONS =
      Set.of(
          Keyword.COMMENTS,
          Keyword.COMPRESSION,
          Keyword.CONSTRAINTS,
          Keyword.DEFAULTS,
          Keyword.IDENTITY,
          Keyword.GENERATED,
          Keyword.INDEXES,
          Keyword.STATISTICS,
          Keyword.STORAGE,
          Keyword.ALL);

  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final SequenceParser sequences;
  private final ConstraintParser constraints;

  ElementParser(QueryGrammar grammar, OptionParser options, ConstraintParser constraints) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
    this.sequences = new SequenceParser(grammar, options);
    this.constraints = constraints;
  }

  /** Returns an element of a table. */
  TableElement element() {
    int position = tokens.position();
    if (tokens.accept(Keyword.LIKE)) {
      return like(position);
    }
    if (constraints.isTableConstraint()) {
      return constraints.table();
    }
    if (isFamily()) {
      tokens.advance();
      String name = names.column();
      return new TableElement.Family(name, tokens.parenthesized(names::column), position);
    }
    return column();
  }

  private boolean isFamily() {
    return tokens.at(Keyword.FAMILY)
        && names.isColumn(1)
        && tokens.at(2, TokenKind.LEFT_PARENTHESIS)
        && names.isColumn(3);
  }

  private TableElement like(int position) {
    QualifiedName table = names.relation();
    List<String> chosen = new ArrayList<>();
    while (tokens.at(Keyword.INCLUDING) || tokens.at(Keyword.EXCLUDING)) {
      String sign = tokens.at(Keyword.EXCLUDING) ? "-" : "";
      tokens.advance();
      Keyword option = tokens.keyword();
      if (option == null || !LIKE_OPTIONS.contains(option)) {
        throw tokens.unexpected();
      }
      tokens.advance();
      chosen.add(sign + option.name());
    }
    return new TableElement.Like(table, List.copyOf(chosen), position);
  }

  /** Returns a column with its type. */
  TableElement.Column column() {
    int position = tokens.position();
    String name = names.column();
    TypeName type = grammar.type();
    String compression = null;
    if (tokens.accept(Keyword.COMPRESSION)) {
      compression = tokens.accept(Keyword.DEFAULT) ? "default" : names.column();
    }
    if (tokens.at(Keyword.OPTIONS)) {
      options.foreignOptions(false);
    }
    Qualities qualities = qualities();
    return new TableElement.Column(
        name, type, compression, qualities.collation, List.copyOf(qualities.constraints), position);
  }

  /** Returns an element of a typed table or of a partition. */
  TableElement typedElement() {
    int position = tokens.position();
    if (constraints.isTableConstraint()) {
      return constraints.table();
    }
    String name = names.column();
    if (tokens.accept(Keyword.WITH)) {
      tokens.expect(Keyword.OPTIONS);
    }
    Qualities qualities = qualities();
    return new TableElement.Column(
        name, null, null, qualities.collation, List.copyOf(qualities.constraints), position);
  }

  /** Collation and constraints behind a type. */
  static final class Qualities {
    private final List<ColumnConstraint> constraints = new ArrayList<>();
    private @Nullable QualifiedName collation;

    List<ColumnConstraint> constraints() {
      return List.copyOf(constraints);
    }

    /** Returns whether the last constraint is one whose check can be deferred. */
    private boolean hasTiming() {
      ColumnRule last = constraints.isEmpty() ? null : constraints.getLast().rule();
      return last instanceof ColumnRule.KeyColumn || last instanceof ColumnRule.ReferencesColumn;
    }

    @Nullable QualifiedName collation() {
      return collation;
    }
  }

  /** Returns the constraints behind a type. */
  Qualities qualities() {
    Qualities found = new Qualities();
    while (true) {
      int position = tokens.position();
      if (tokens.accept(Keyword.COLLATE)) {
        QualifiedName collation = names.any();
        if (found.collation != null) {
          throw tokens.error("multiple COLLATE clauses not allowed", position);
        }
        found.collation = collation;
      } else if (!readTiming(found, position)) {
        String name = tokens.accept(Keyword.CONSTRAINT) ? names.column() : null;
        ColumnRule rule = rule();
        if (rule == null) {
          if (name != null) {
            throw tokens.unexpected();
          }
          return found;
        }
        found.constraints.add(new ColumnConstraint(name, rule, Timing.NONE, position));
      }
    }
  }

  private boolean readTiming(Qualities found, int position) {
    boolean negated = tokens.at(Keyword.NOT, Keyword.DEFERRABLE);
    if (!negated && !tokens.at(Keyword.DEFERRABLE) && !tokens.at(Keyword.INITIALLY)) {
      return false;
    }
    boolean isInitially = tokens.at(Keyword.INITIALLY);
    tokens.advance(negated ? 2 : 1);
    boolean deferred = isInitially && tokens.accept(Keyword.DEFERRED);
    if (isInitially && !deferred) {
      tokens.expect(Keyword.IMMEDIATE);
    }
    if (!found.hasTiming()) {
      throw tokens.error(
          "misplaced "
              + (negated ? "NOT " : "")
              + (isInitially ? "INITIALLY " : "")
              + (isInitially ? (deferred ? "DEFERRED" : "IMMEDIATE") : "DEFERRABLE")
              + " clause",
          position);
    }
    ColumnConstraint last = found.constraints.remove(found.constraints.size() - 1);
    requireConsistent(last.timing(), isInitially, isInitially ? deferred : !negated, position);
    Timing timing =
        isInitially
            ? new Timing(last.timing().deferrable(), deferred, false, false)
            : new Timing(!negated, last.timing().initiallyDeferred(), false, false);
    found.constraints.add(new ColumnConstraint(last.name(), last.rule(), timing, last.position()));
    return true;
  }

  private void requireConsistent(Timing before, boolean isInitially, boolean value, int position) {
    Boolean known = isInitially ? before.initiallyDeferred() : before.deferrable();
    if (known != null) {
      throw tokens.error(
          isInitially
              ? "multiple INITIALLY IMMEDIATE/DEFERRED clauses not allowed"
              : "multiple DEFERRABLE/NOT DEFERRABLE clauses not allowed",
          position);
    }
    boolean isDeferred = isInitially ? value : Boolean.TRUE.equals(before.initiallyDeferred());
    boolean isFixed = isInitially ? Boolean.FALSE.equals(before.deferrable()) : !value;
    if (isDeferred && isFixed) {
      throw tokens.error("constraint declared INITIALLY DEFERRED must be DEFERRABLE", position);
    }
  }

  private @Nullable ColumnRule rule() {
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return null;
    }
    return switch (keyword) {
      case NOT -> {
        tokens.advance();
        tokens.expect(Keyword.NULL);
        yield new ColumnRule.Nullability(false);
      }
      case NULL -> {
        tokens.advance();
        yield new ColumnRule.Nullability(true);
      }
      case DEFAULT -> {
        tokens.advance();
        yield new ColumnRule.DefaultValue(grammar.restrictedExpression());
      }
      case CHECK -> check();
      case UNIQUE -> {
        tokens.advance();
        boolean distinct = constraints.nullsDistinct();
        yield new ColumnRule.KeyColumn(false, distinct, constraints.storage());
      }
      case PRIMARY -> {
        tokens.advance();
        tokens.expect(Keyword.KEY);
        yield new ColumnRule.KeyColumn(true, true, constraints.storage());
      }
      case REFERENCES -> new ColumnRule.ReferencesColumn(constraints.references());
      case GENERATED -> generated();
      default -> null;
    };
  }

  private ColumnRule check() {
    tokens.advance();
    Expression condition = constraints.condition();
    boolean noInherit = tokens.accept(Keyword.NO);
    if (noInherit) {
      tokens.expect(Keyword.INHERIT);
    }
    return new ColumnRule.CheckColumn(condition, noInherit);
  }

  private ColumnRule generated() {
    tokens.advance();
    int position = tokens.position();
    boolean always = generatedAlways();
    tokens.expect(Keyword.AS);
    if (tokens.accept(Keyword.IDENTITY)) {
      return new ColumnRule.Identity(always, optionalSequence());
    }
    Expression value = constraints.condition();
    tokens.expect(Keyword.STORED);
    if (!always) {
      throw tokens.error(
          ErrorCode.SYNTAX_ERROR,
          "for a generated column, GENERATED ALWAYS must be specified",
          position);
    }
    return new ColumnRule.Generated(value);
  }

  /** Returns whether ALWAYS is written, not BY DEFAULT. */
  boolean generatedAlways() {
    if (tokens.accept(Keyword.ALWAYS)) {
      return true;
    }
    tokens.expect(Keyword.BY, Keyword.DEFAULT);
    return false;
  }

  /** Returns options of a sequence in parentheses, none without them. */
  List<SequenceOption> optionalSequence() {
    if (!tokens.accept(TokenKind.LEFT_PARENTHESIS)) {
      return List.of();
    }
    List<SequenceOption> found = sequences.atLeastOne();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return found;
  }

  SequenceParser sequences() {
    return sequences;
  }
}
