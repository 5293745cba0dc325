package dev.colonnade.sql.definition.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.name.GeneratedNames;
import dev.colonnade.sql.definition.table.constraint.ConstraintClauses;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.InternalQueries;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.definition.IndexDefinition;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** CREATE INDEX. */
public final class CreateIndexStatement implements PreparedStatement {
  private final IndexDefinition.CreateIndex create;
  private final Function<Execution, StatementAnalysis> analysis;
  private final InternalQueries queries;

  /**
   * Creates the statement.
   *
   * @param analysis returns the state of the analysis of an execution
   * @param queries runs the check of a unique index
   */
  public CreateIndexStatement(
      IndexDefinition.CreateIndex create,
      Function<Execution, StatementAnalysis> analysis,
      InternalQueries queries) {
    this.create = requireNonNull(create, "create is null");
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.queries = requireNonNull(queries, "queries is null");
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    StatementTransaction transaction = execution.transaction();
    if (create.index().concurrently() && !transaction.isAlone()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION,
          "CREATE INDEX CONCURRENTLY cannot run inside a transaction block");
    }
    CatalogSnapshot catalog = transaction.catalog();
    Table table = transaction.names().table(create.table().name().parts());
    PrivilegeChecks.requireOwner(transaction.names(), table);
    String given = create.index().name();
    boolean isTaken = given != null && isTaken(catalog, table.schemaId(), given);
    if (isTaken && create.index().ifNotExists()) {
      execution
          .notices()
          .skipped(ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(given));
      return StatementResult.changed("CREATE INDEX", 0);
    }
    IndexOptions.check(create);
    Index.Definition definition = definition(table, analysis.apply(execution));
    if (isTaken) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(given));
    }
    String name =
        given != null
            ? given
            : GeneratedNames.of(
                table.name(),
                String.join("_", CopiedIndexes.columnNames(definition, table)),
                "idx",
                taken -> isTaken(catalog, table.schemaId(), taken));
    new IndexCreation(queries, execution, true, create.index().concurrently())
        .run(table, name, definition);
    return StatementResult.changed("CREATE INDEX", 0);
  }

  private static boolean isTaken(CatalogSnapshot catalog, int schemaId, String name) {
    ObjectName whole = new ObjectName(schemaId, name);
    return catalog.findRelation(whole) != null || catalog.findTableOfIndex(whole) != null;
  }

  private Index.Definition definition(Table table, StatementAnalysis statement) {
    ConstraintClauses.requireIndexSize(
        create.elements().size() + create.clauses().include().size());
    IndexExpressions stored = new IndexExpressions(table, statement.withoutParameters());
    Expression predicate = create.clauses().predicate();
    Index.Predicate condition = predicate == null ? null : stored.predicate(predicate);
    List<KeyColumn> columns = new ArrayList<>();
    List<IndexExpression> expressions = new ArrayList<>();
    for (Change.IndexElement element : create.elements()) {
      int id = key(table, element, expressions, stored);
      boolean isDescending = element.order().direction() == SortKey.Direction.DESCENDING;
      columns.add(isDescending ? KeyColumn.descending(id) : KeyColumn.ascending(id));
    }
    return new Index.Definition(
        create.index().unique() ? IndexKind.UNIQUE : IndexKind.PLAIN,
        columns,
        included(table),
        expressions,
        condition,
        create.clauses().nullsDistinct());
  }

  /** Returns the id of a column, or that of an expression, which is added to the others. */
  private static int key(
      Table table,
      Change.IndexElement element,
      List<IndexExpression> expressions,
      IndexExpressions stored) {
    Expression expression = element.expression();
    if (expression == null) {
      Column column = column(table, requireNonNull(element.column(), "no column"));
      ConstraintClauses.requireOrdered(column.name(), column.type());
      return column.id();
    }
    int id = IndexExpression.idAt(expressions.size());
    expressions.add(stored.of(expression));
    return id;
  }

  private List<Integer> included(Table table) {
    List<Integer> included = new ArrayList<>();
    for (Change.IndexElement element : create.clauses().include()) {
      String name = element.column();
      if (name == null) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "expressions are not supported in included columns");
      }
      included.add(column(table, name).id());
    }
    return included;
  }

  private static Column column(Table table, String name) {
    if (!table.schema().hasVisibleColumn(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN, "column \"%s\" does not exist".formatted(name));
    }
    return table.schema().column(name);
  }
}
