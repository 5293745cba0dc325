package dev.colonnade.sql.definition.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** CREATE TABLE AS: CREATE TABLE with the columns of the query, and INSERT of its rows. */
public final class CreateTableAsStatement implements PreparedStatement {
  private final TableDefinition.CreateTableAs create;
  private final Query query;
  private final FrontEnd frontEnd;
  private final PlanContext context;
  private final Function<TableDefinition.CreateTable, PreparedStatement> tables;
  private final List<SqlType> parameterTypes;

  private CreateTableAsStatement(
      TableDefinition.CreateTableAs create,
      Query query,
      FrontEnd frontEnd,
      PlanContext context,
      Function<TableDefinition.CreateTable, PreparedStatement> tables) {
    this.create = create;
    this.query = query;
    this.frontEnd = frontEnd;
    this.context = context;
    this.tables = tables;
    this.parameterTypes = frontEnd.dataPlan(query, context).parameterTypes();
  }

  /**
   * Returns the statement.
   *
   * @param frontEnd plans the query
   * @param tables returns the statement of CREATE TABLE
   */
  public static PreparedStatement of(
      TableDefinition.CreateTableAs create,
      FrontEnd frontEnd,
      PlanContext context,
      Function<TableDefinition.CreateTable, PreparedStatement> tables) {
    requireNonNull(tables, "tables is null");
    Query query = create.source().query();
    if (query == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "CREATE TABLE AS EXECUTE is not supported");
    }
    return new CreateTableAsStatement(create, query, frontEnd, context, tables);
  }

  @Override
  public List<SqlType> parameterTypes() {
    return parameterTypes;
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    PlanContext running =
        new PlanContext(
            new ArrayList<>(parameterTypes), execution.transaction(), context.settings());
    DataPlan plan = frontEnd.dataPlan(query, running);
    if (create.table().ifNotExists() && isTaken(execution)) {
      return StatementResult.changed("CREATE TABLE AS", 0);
    }
    List<TableElement> columns = QueryColumns.of(plan.analyzed().columns(), create.columns());
    Query rows =
        hidesTable(execution) ? QualifiedQuery.of(query, frontEnd.analysis(running)) : query;
    tables.apply(table(columns)).run(execution).close();
    if (!create.withData()) {
      return StatementResult.changed("CREATE TABLE AS", 0);
    }
    try (StatementResult inserted = frontEnd.plan(insert(rows), running).run(execution)) {
      return StatementResult.changed("SELECT", inserted.updateCount());
    }
  }

  /** Returns whether the new table is temporary and has the name of a table that is visible. */
  private boolean hidesTable(Execution execution) {
    String name = create.table().name().last();
    return create.table().persistence() == TableDefinition.Persistence.TEMPORARY
        && execution.transaction().names().findRelation(List.of(name)) != null;
  }

  /** Returns whether a relation has the name, and notifies the client of it. */
  private boolean isTaken(Execution execution) {
    StatementTransaction transaction = execution.transaction();
    boolean isTemporary = create.table().persistence() == TableDefinition.Persistence.TEMPORARY;
    NewTableName name =
        NewTableName.of(
            transaction.names(),
            create.table().name().parts(),
            isTemporary ? OnCommit.PRESERVE_ROWS : null);
    boolean isTaken = name.isTaken(transaction.catalog());
    if (isTaken) {
      name.addTakenNotice(execution);
    }
    return isTaken;
  }

  private TableDefinition.CreateTable table(List<TableElement> columns) {
    return new TableDefinition.CreateTable(
        new TableDefinition.NewTable(create.table().name(), create.table().persistence(), false),
        new TableDefinition.Origin.Elements(columns, List.of()),
        null,
        create.storage(),
        create.position());
  }

  private Change.Insert insert(Query rows) {
    return new Change.Insert(
        null,
        false,
        new Change.Target(new FromItem.Relation(create.table().name(), false), null, -1),
        new Change.Rows(List.of(), Change.Overriding.NONE, rows),
        null,
        List.of(),
        create.position());
  }
}
