package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.copy.CopyBatch;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.copy.CopyTextDecoder;
import dev.colonnade.sql.copy.CopyTextRows;
import dev.colonnade.sql.execute.modify.row.AllocatedValues;
import dev.colonnade.sql.parse.SqlCopy;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.run.InsertParameterRows;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * COPY. Out, it is the query whose rows are copied; in, it is an insert of one row that is run for
 * each row of a batch, so that defaults and constraints are those of an insert.
 */
final class CopyStatements {
  private static final SqlParserPos POS = SqlParserPos.ZERO;
  private static final String COMMAND = "COPY";

  /** SQLSTATE class of values that cannot be read. */
  private static final String DATA_EXCEPTION = "22";

  private CopyStatements() {}

  /**
   * Returns the statement of a COPY.
   *
   * @param preparer of the statement whose rows are copied
   */
  static PreparedStatement prepare(
      SqlCopy node, StatementQueries queries, StatementPreparer preparer) {
    SqlNode query = node.query();
    if (query != null) {
      return copyTo(node, "", query, queries, preparer);
    }
    SqlIdentifier name = node.target().table();
    if (name == null) {
      throw new IllegalStateException("neither a table nor a query to copy");
    }
    SqlNodeList columns = node.target().columns();
    requireNoView(queries.transaction(), name, node.options().isFrom());
    return node.options().isFrom()
        ? copyFrom(node, name, queries)
        : copyTo(node, nameOf(name), selectOf(name, columns), queries, preparer);
  }

  private static PreparedStatement copyTo(
      SqlCopy node,
      String name,
      SqlNode query,
      StatementQueries queries,
      StatementPreparer preparer) {
    return copyTo(node, name, preparer.prepare(queries.sql(), query, queries.transaction()));
  }

  static PreparedStatement copyTo(SqlCopy node, String name, PreparedStatement source) {
    return new CopyTo(source, terms(node, name, source.columns()));
  }

  private static PreparedStatement copyFrom(
      SqlCopy node, SqlIdentifier name, StatementQueries queries) {
    SqlNodeList columns = node.target().columns();
    Table table = queries.names().table(name.names);
    List<SqlColumn> copied = columnsOf(table, columns);
    PlannedChange insert = InsertPlanner.plan(insertOf(name, columns, copied.size()), queries);
    ModifyPlan.Insert plan = (ModifyPlan.Insert) insert.plan();
    InsertParameterRows rows = InsertParameterRows.of(plan, insert.parameterTypes());
    if (rows == null) {
      throw new IllegalStateException("rows of COPY are not expressions: table=" + table.name());
    }
    boolean isPlain = plan.targets().size() == copied.size() && rows.areParameters(copied.size());
    return new CopyFrom(
        rows,
        isPlain ? CopyTextDecoder.of(table.schema(), plan.targets()) : null,
        terms(node, nameOf(name), copied));
  }

  private static void requireNoView(
      StatementTransaction transaction, SqlIdentifier name, boolean isFrom) {
    if (transaction.names().findRelation(name.names) instanceof View view) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          "cannot copy %s view \"%s\"".formatted(isFrom ? "to" : "from", view.name()),
          ErrorFields.NONE.withHint(
              isFrom
                  ? "To enable copying to a view, provide an INSTEAD OF INSERT trigger."
                  : "Try the COPY (SELECT ...) TO variant."));
    }
  }

  private static String nameOf(SqlIdentifier name) {
    return name.names.getLast();
  }

  private static List<SqlColumn> columnsOf(Table table, @Nullable SqlNodeList named) {
    List<Column> columns = new ArrayList<>();
    if (named == null) {
      columns.addAll(table.schema().visibleColumns());
    } else {
      named.forEach(name -> columns.add(TargetRows.column(table, name.toString())));
    }
    return columns.stream()
        .map(column -> new SqlColumn(column.name(), TypeMapping.sqlType(column.type())))
        .toList();
  }

  private static SqlNode selectOf(SqlIdentifier table, @Nullable SqlNodeList columns) {
    List<SqlNode> items = new ArrayList<>();
    if (columns == null) {
      items.add(SqlIdentifier.star(POS));
    } else {
      columns.forEach(items::add);
    }
    return Returning.select(items, table);
  }

  /** Returns the insert of a COPY, whose values override those of identity columns. */
  private static SqlInsertRows insertOf(
      SqlIdentifier table, @Nullable SqlNodeList columns, int width) {
    List<SqlNode> values = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      values.add(new SqlDynamicParam(i, POS));
    }
    SqlNode row = SqlStdOperatorTable.ROW.createCall(POS, values);
    return new SqlInsertRows(
        POS,
        new SqlInsertRows.Target(table, columns, SqlInsertRows.Overriding.SYSTEM, false),
        SqlStdOperatorTable.VALUES.createCall(POS, row),
        null,
        null);
  }

  private static CopyDescription terms(SqlCopy node, String name, List<SqlColumn> columns) {
    List<String> names = columns.stream().map(SqlColumn::name).toList();
    CopyOptions.Quoting quoting = node.options().quoting();
    requireKnown("FORCE_QUOTE", quoting.forced(), names);
    requireKnown("FORCE_NOT_NULL", quoting.notNull(), names);
    requireKnown("FORCE_NULL", quoting.forcedNull(), names);
    return new CopyDescription(
        node.options(), name, names, columns.stream().map(SqlColumn::type).toList());
  }

  private static void requireKnown(String option, Set<String> columns, List<String> names) {
    for (String column : columns) {
      if (!column.equals(CopyOptions.Quoting.EVERY) && !names.contains(column)) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_COLUMN,
            "%s column \"%s\" not referenced by COPY".formatted(option, column));
      }
    }
  }

  /** COPY ... TO. */
  private record CopyTo(PreparedStatement source, CopyDescription terms)
      implements PreparedStatement {
    @Override
    public List<SqlColumn> columns() {
      return source.columns();
    }

    @Override
    public Effect effect() {
      return source.effect();
    }

    @Override
    public CopyDescription copy() {
      return terms;
    }

    @Override
    public StatementResult run(Execution execution) {
      return source.run(execution);
    }
  }

  /**
   * COPY ... FROM. Its one parameter is a batch of rows.
   *
   * @param plain how rows of text are written without objects in between; null if they cannot be
   */
  private record CopyFrom(
      InsertParameterRows rows, @Nullable CopyTextDecoder plain, CopyDescription terms)
      implements PreparedStatement {
    @Override
    public Effect effect() {
      return Effect.WRITES;
    }

    @Override
    public CopyDescription copy() {
      return terms;
    }

    @Override
    public StatementResult run(Execution execution) {
      if (execution.parameters().size() != 1
          || !(execution.parameters().getFirst() instanceof CopyBatch batch)) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "COPY FROM STDIN needs a client that sends the rows");
      }
      StatementContext context = StatementContexts.of(execution, execution.parameters().size());
      StatementWrites writes = execution.transaction().writes();
      AllocatedValues allocated = rows.allocate(batch.size(), context);
      if (!writePlainly(writes, batch, allocated)) {
        writes.insertAll(rows.plan().table(), read(context, batch, allocated), batch::setPosition);
      }
      batch.markAllRead();
      return StatementResult.changed(COMMAND, batch.size());
    }

    private List<@Nullable Object[]> read(
        StatementContext context, CopyBatch batch, AllocatedValues allocated) {
      try {
        return rows.rows(batch.size(), batch::row, allocated, context);
      } catch (ColonnadeException e) {
        if (e.code().sqlState().startsWith(DATA_EXCEPTION)) {
          findFailedColumn(context, batch, allocated);
        }
        throw e;
      }
    }

    /** Finds the value that is wrong: the one that cannot be read though all others are NULL. */
    private void findFailedColumn(
        StatementContext context, CopyBatch batch, AllocatedValues allocated) {
      int width = terms.columnNames().size();
      for (int i = 0; i < width; i++) {
        @Nullable Object[] alone = new @Nullable Object[width];
        try {
          alone[i] = batch.row(batch.position())[i];
        } catch (ColonnadeException _) {
          return; // bytes that are no text: it is the row as a whole
        }
        try {
          rows.rows(1, _ -> alone, allocated, context);
        } catch (ColonnadeException _) {
          batch.setFailedColumn(i);
          return;
        }
      }
    }

    /** Writes rows of text without objects in between; returns false if one of them needs some. */
    private boolean writePlainly(
        StatementWrites writes, CopyBatch batch, AllocatedValues allocated) {
      return plain != null
          && batch.rows() instanceof CopyTextRows text
          && writes.insertStored(rows.plan().table(), new EncodedFields(plain, text, allocated));
    }
  }

  /** Fields of text that are encoded as they are stored. */
  private record EncodedFields(CopyTextDecoder plain, CopyTextRows text, AllocatedValues allocated)
      implements EncodedRowSource {
    @Override
    public int count() {
      return text.size();
    }

    @Override
    public boolean put(int index, RowWriter into) {
      boolean isPut = plain.put(text, index, into);
      if (isPut) {
        allocated.put(index, into);
      }
      return isPut;
    }
  }
}
