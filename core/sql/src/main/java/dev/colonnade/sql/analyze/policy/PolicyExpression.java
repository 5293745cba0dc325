package dev.colonnade.sql.analyze.policy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TextChanges;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.system.SystemOids;
import java.util.List;

/**
 * Analysis of the expression of a policy over a row of its table. It may have subqueries, which are
 * read with the rights of the user. Stored texts name relations with their schemas, so that they
 * mean the same for every user.
 */
public final class PolicyExpression {
  private final QueryContext context;
  private final Table table;

  /** Creates the analysis for expressions of policies of a table. */
  public PolicyExpression(QueryContext context, Table table) {
    this.context = requireNonNull(context, "context is null");
    this.table = requireNonNull(table, "table is null");
  }

  /**
   * Returns a stored expression.
   *
   * @throws ColonnadeException INVALID_OBJECT_DEFINITION if it reads its own table
   */
  Expression predicate(String text, List<NamedColumn> row) {
    StatementAnalysis statement = context.statement();
    statement.enterPolicies(table);
    try {
      return analyzed(text, row, statement.in(statement.names()).withoutParameters());
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(0));
    } finally {
      statement.leavePolicies(table);
    }
  }

  /**
   * Returns the text of a new policy's expression as the catalog stores it.
   *
   * @param text as printed from its syntax
   */
  public String stored(String text, List<NamedColumn> row) {
    NameUses uses = new NameUses();
    StatementAnalysis statement = context.statement();
    analyzed(text, row, statement.withoutParameters().recording(uses));
    TextChanges changes = new TextChanges(text);
    uses.relations()
        .forEach(
            (position, id) -> {
              Relation relation = statement.names().findRelation(id);
              SchemaEntry schema =
                  relation == null ? null : statement.names().findSchema(relation.schemaId());
              if (schema != null) {
                changes.insert(position, Identifiers.quote(schema.name()) + ".");
              }
            });
    uses.typeSchemas()
        .forEach((position, schema) -> changes.insert(position, Identifiers.quote(schema) + "."));
    changes.fixLiterals(uses);
    return changes.apply(0, text.length());
  }

  /** Returns what a stored expression names. */
  public NameUses usesOf(String text, List<NamedColumn> row) {
    NameUses uses = new NameUses();
    analyzed(text, row, context.statement().withoutParameters().recording(uses));
    return uses;
  }

  private Expression analyzed(String text, List<NamedColumn> row, StatementAnalysis statement) {
    PolicyLevel level = new PolicyLevel();
    Scope scope = new Scope(statement, null);
    scope.add(
        new ScopeRelation(
            table.name(),
            ScopeRelation.Kind.NAMED,
            SystemOids.of(table.id()),
            row,
            List.of(),
            new ScopeRelation.RowInformation(null, false)));
    QueryContext inside = new QueryContext(statement, null, null, List.of(), context.analyses());
    ExpressionAnalyzer analyzer =
        new ExpressionAnalyzer(
            new ExpressionContext(
                statement,
                scope,
                query -> context.analyses().query(query, inside.inside(scope, level)),
                level,
                ClauseKind.POLICY));
    Expression predicate = analyzer.predicate(SqlParser.parseExpression(text));
    List<ColonnadeException> errors = analyzer.constantErrors();
    if (!errors.isEmpty()) {
      throw errors.getFirst();
    }
    return predicate;
  }
}
