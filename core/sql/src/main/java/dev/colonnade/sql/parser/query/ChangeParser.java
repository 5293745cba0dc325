package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of INSERT, UPSERT, UPDATE, DELETE and MERGE. */
final class ChangeParser {
  private static final String UPSERT = "upsert";

  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  ChangeParser(QueryGrammar grammar) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  /** Returns whether a change begins at the current token, WITH not counted. */
  boolean isChange() {
    return tokens.at(Keyword.INSERT)
        || tokens.at(Keyword.UPDATE)
        || tokens.at(Keyword.DELETE)
        || tokens.at(Keyword.MERGE)
        || isUpsert();
  }

  private boolean isUpsert() {
    return tokens.atWord(UPSERT) && tokens.at(1, Keyword.INTO);
  }

  Change parse(@Nullable With with) {
    if (tokens.at(Keyword.UPDATE)) {
      return update(with);
    }
    if (tokens.at(Keyword.DELETE)) {
      return delete(with);
    }
    return tokens.at(Keyword.MERGE) ? merge(with) : insert(with);
  }

  private Change insert(@Nullable With with) {
    int position = tokens.position();
    boolean upsert = isUpsert();
    tokens.advance();
    tokens.expect(Keyword.INTO);
    int start = tokens.position();
    FromItem.Relation relation = new FromItem.Relation(names.relation(), false);
    String alias = tokens.accept(Keyword.AS) ? names.column() : null;
    Change.Target target = new Change.Target(relation, alias, start);
    Change.Rows rows = rows();
    Change.OnConflict conflict = !upsert && tokens.at(Keyword.ON) ? onConflict() : null;
    return new Change.Insert(with, upsert, target, rows, conflict, returning(), position);
  }

  private Change.Rows rows() {
    if (tokens.accept(Keyword.DEFAULT)) {
      tokens.expect(Keyword.VALUES);
      return new Change.Rows(List.of(), Change.Overriding.NONE, null);
    }
    List<Change.TargetColumn> columns = List.of();
    if (tokens.at(TokenKind.LEFT_PARENTHESIS) && !grammar.atQuery()) {
      requireOneParenthesis(1);
      columns = tokens.parenthesized(this::targetColumn);
    }
    Change.Overriding overriding = overriding();
    if (!grammar.atQuery()) {
      requireOneParenthesis(0);
      throw tokens.unexpected();
    }
    return new Change.Rows(columns, overriding, grammar.query());
  }

  /** Throws the error of parentheses in which no query begins. */
  private void requireOneParenthesis(int accepted) {
    int opened = tokens.behindParentheses();
    if (opened > accepted) {
      tokens.advance(opened);
      tokens.accept(Keyword.VALUES);
      throw tokens.unexpected();
    }
  }

  private Change.Overriding overriding() {
    if (!tokens.accept(Keyword.OVERRIDING)) {
      return Change.Overriding.NONE;
    }
    boolean user = tokens.accept(Keyword.USER);
    if (!user) {
      tokens.expect(Keyword.SYSTEM);
    }
    tokens.expect(Keyword.VALUE);
    return user ? Change.Overriding.USER : Change.Overriding.SYSTEM;
  }

  private Change.TargetColumn targetColumn() {
    int position = tokens.position();
    String name = names.column();
    if (!tokens.at(TokenKind.DOT) && !tokens.at(TokenKind.LEFT_BRACKET)) {
      return new Change.TargetColumn(name, List.of(), position);
    }
    Expression path =
        grammar.expressions().primaries().indirections(new Reference.DefaultValue(position));
    return new Change.TargetColumn(name, accessors(path), position);
  }

  private static List<Change.Accessor> accessors(Expression path) {
    List<Change.Accessor> accessors = new ArrayList<>();
    Expression step = path;
    while (true) {
      switch (step) {
        case Reference.Field field -> {
          accessors.add(0, new Change.Accessor.FieldAccess(field.name(), field.position()));
          step = field.base();
        }
        case Reference.AllFields all -> {
          accessors.add(0, new Change.Accessor.AllFieldsAccess(all.position()));
          step = all.base();
        }
        case Reference.Subscript element -> {
          accessors.add(0, new Change.Accessor.ElementAccess(element.index(), element.position()));
          step = element.base();
        }
        case Reference.Slice slice -> {
          accessors.add(
              0, new Change.Accessor.SliceAccess(slice.lower(), slice.upper(), slice.position()));
          step = slice.base();
        }
        default -> {
          return List.copyOf(accessors);
        }
      }
    }
  }

  private Change.OnConflict onConflict() {
    int position = tokens.position();
    tokens.expect(Keyword.ON, Keyword.CONFLICT);
    Change.ConflictTarget target = conflictTarget();
    tokens.expect(Keyword.DO);
    if (tokens.accept(Keyword.NOTHING)) {
      return new Change.OnConflict(target, List.of(), null, position);
    }
    tokens.expect(Keyword.UPDATE, Keyword.SET);
    List<Change.Assignment> assignments = assignments();
    Expression condition = tokens.accept(Keyword.WHERE) ? grammar.expression() : null;
    return new Change.OnConflict(target, assignments, condition, position);
  }

  private Change.@Nullable ConflictTarget conflictTarget() {
    int position = tokens.position();
    if (tokens.accept(Keyword.ON)) {
      tokens.expect(Keyword.CONSTRAINT);
      return new Change.ConflictTarget(List.of(), null, names.column(), position);
    }
    if (!tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return null;
    }
    List<Change.IndexElement> elements = tokens.parenthesized(grammar::indexElement);
    Expression predicate = tokens.accept(Keyword.WHERE) ? grammar.expression() : null;
    return new Change.ConflictTarget(elements, predicate, null, position);
  }

  private List<Change.Assignment> assignments() {
    return tokens.list(this::assignment);
  }

  private Change.Assignment assignment() {
    int position = tokens.position();
    boolean parenthesized = tokens.at(TokenKind.LEFT_PARENTHESIS);
    List<Change.TargetColumn> columns =
        parenthesized ? tokens.parenthesized(this::targetColumn) : List.of(targetColumn());
    tokens.expect(TokenKind.EQUALS);
    return new Change.Assignment(columns, parenthesized, grammar.expression(), position);
  }

  private List<Query.Item> returning() {
    return tokens.accept(Keyword.RETURNING) ? grammar.items() : List.of();
  }

  private Change.Target target() {
    int position = tokens.position();
    FromItem.Relation relation = grammar.relation();
    return new Change.Target(relation, grammar.from().targetAlias(), position);
  }

  private Change update(@Nullable With with) {
    int position = tokens.position();
    tokens.advance();
    Change.Target target = target();
    tokens.expect(Keyword.SET);
    List<Change.Assignment> assignments = assignments();
    Query.From from = new Query.From(grammar.from().optionalItems(Keyword.FROM), condition());
    return new Change.Update(with, target, assignments, from, returning(), position);
  }

  private Change delete(@Nullable With with) {
    int position = tokens.position();
    tokens.advance();
    tokens.expect(Keyword.FROM);
    Change.Target target = target();
    Query.From from = new Query.From(grammar.from().optionalItems(Keyword.USING), condition());
    return new Change.Delete(with, target, from, returning(), position);
  }

  private @Nullable Expression condition() {
    if (!tokens.accept(Keyword.WHERE)) {
      return null;
    }
    int position = tokens.position();
    return tokens.accept(Keyword.CURRENT, Keyword.OF)
        ? new Reference.CurrentOf(names.column(), position)
        : grammar.expression();
  }

  private Change merge(@Nullable With with) {
    int position = tokens.position();
    tokens.advance();
    tokens.expect(Keyword.INTO);
    Change.Target target = target();
    tokens.expect(Keyword.USING);
    FromItem source = grammar.from().item();
    tokens.expect(Keyword.ON);
    Expression condition = grammar.expression();
    List<Change.MergeWhen> whens = new ArrayList<>();
    do {
      whens.add(when());
    } while (tokens.at(Keyword.WHEN));
    return new Change.Merge(with, target, source, condition, List.copyOf(whens), position);
  }

  private Change.MergeWhen when() {
    int position = tokens.position();
    tokens.expect(Keyword.WHEN);
    boolean matched = !tokens.accept(Keyword.NOT);
    tokens.expect(Keyword.MATCHED);
    Expression condition = tokens.accept(Keyword.AND) ? grammar.expression() : null;
    tokens.expect(Keyword.THEN);
    Change.MergeAction action = mergeAction(matched);
    return new Change.MergeWhen(matched, condition, action, position);
  }

  private Change.MergeAction mergeAction(boolean matched) {
    if (tokens.accept(Keyword.DO)) {
      tokens.expect(Keyword.NOTHING);
      return new Change.MergeAction.Nothing();
    }
    if (!matched) {
      tokens.expect(Keyword.INSERT);
      return mergeInsert();
    }
    if (tokens.accept(Keyword.DELETE)) {
      return new Change.MergeAction.DeleteRow();
    }
    tokens.expect(Keyword.UPDATE, Keyword.SET);
    return new Change.MergeAction.UpdateRow(assignments());
  }

  private Change.MergeAction mergeInsert() {
    if (tokens.accept(Keyword.DEFAULT)) {
      tokens.expect(Keyword.VALUES);
      return new Change.MergeAction.InsertRow(List.of(), Change.Overriding.NONE, null);
    }
    List<Change.TargetColumn> columns =
        tokens.at(TokenKind.LEFT_PARENTHESIS)
            ? tokens.parenthesized(this::targetColumn)
            : List.of();
    Change.Overriding overriding = overriding();
    tokens.expect(Keyword.VALUES);
    List<Expression> values = tokens.parenthesized(grammar::expression);
    return new Change.MergeAction.InsertRow(columns, overriding, values);
  }
}
