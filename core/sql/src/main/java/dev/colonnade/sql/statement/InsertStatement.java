package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.copy.CopyTextDecoder;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** INSERT: a query whose rows are written. */
final class InsertStatement implements RowChanging {
  private final Table table;
  private final List<Column> columns;
  private final QueryStatement source;
  private final @Nullable ConflictClause conflict;
  private final AllocatedColumns drawn;

  /** The views whose conditions the rows have to meet, behind the values in the query's rows. */
  private final List<String> checks;

  /** Of each column its place in the table's schema, and its type. */
  private final int[] ordinals;

  private final List<SqlType> types;

  private InsertStatement(
      Table table,
      List<Column> columns,
      QueryStatement source,
      @Nullable ConflictClause conflict,
      AllocatedColumns drawn,
      List<String> checks) {
    this.checks = checks;
    this.table = table;
    this.columns = columns;
    this.source = source;
    this.conflict = conflict;
    this.drawn = drawn;
    this.ordinals =
        columns.stream().mapToInt(column -> table.schema().ordinal(column.id())).toArray();
    this.types = columns.stream().map(column -> TypeMapping.sqlType(column.type())).toList();
  }

  static InsertStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlInsertRows node,
      StatementTransaction transaction) {
    SqlIdentifier target = node.target().table();
    ViewTarget view = ViewTarget.find(transaction.names(), target, ViewChange.INSERT);
    Table table = view == null ? TableNames.require(transaction, target) : view.table();
    List<Column> named =
        view == null ? columnsOf(table, node.target().columns()) : columnsOf(view, node);
    SqlNode rows = node.source();
    if (rows == null) {
      rows = DefaultValues.row(table);
      named = table.schema().columns();
    } else if (node.target().columns() == null) {
      named = DefaultValues.first(named, rows);
    }
    List<Column> given = named;
    if (node.source() != null) {
      rows = IdentityValues.given(table, named, rows, node.target().overriding());
    }
    List<Column> omitted = DefaultValues.omitted(table, named);
    OnConflict conflict =
        node.target().replaces() ? Replacing.conflict(table, given) : node.conflict();
    if (view != null && conflict != null) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "ON CONFLICT is not supported for views");
    }
    Map<String, SqlNode> checks = checksOf(view);
    boolean isPlain = conflict == null && node.returning().isEmpty() && checks.isEmpty();
    AllocatedColumns drawn =
        isPlain && node.source() != null
            ? AllocatedColumns.of(table, omitted, rows)
            : AllocatedColumns.NONE;
    omitted = drawn.without(omitted);
    List<Column> columns = new ArrayList<>(named);
    columns.addAll(omitted);
    SqlNode typed =
        rows.getKind() == SqlKind.VALUES
            ? typedValues((SqlCall) rows, named, omitted, table, node.target().columns())
            : DefaultValues.behind(rows, omitted, table);
    List<SqlNode> behind = new ArrayList<>(checks.values());
    behind.addAll(
        view == null
            ? Returning.expanded(node.returning(), table, table.name())
            : Returning.expanded(node.returning(), view.columnNames(), view.view().name()));
    SqlNode rowsAndReturned = typed;
    if (!behind.isEmpty()) {
      rowsAndReturned =
          view == null
              ? Returning.behindRows(typed, columns, behind, table)
              : Returning.behindRows(typed, columns, behind, view);
    }
    int width = columns.size() + behind.size();
    WrittenPlaces places = WrittenPlaces.of(node.target().columns(), node.source());
    QueryStatement source =
        preparer.query(
            sql,
            rowsAndReturned,
            transaction,
            root -> {
              places.requireWidth(root.fields.size(), width);
              return Assignments.cast(root, 0, columns, places::ofValue);
            });
    return new InsertStatement(
        table,
        List.copyOf(columns),
        source,
        conflict == null
            ? null
            : ConflictClause.prepare(preparer, sql, node, conflict, transaction),
        drawn,
        List.copyOf(checks.keySet()));
  }

  private static Map<String, SqlNode> checksOf(@Nullable ViewTarget view) {
    return view == null
        ? Map.of()
        : view.checks(column -> Returning.reference(view.view().name(), ViewTarget.hidden(column)));
  }

  /** The columns of the table behind those of a view. */
  private static List<Column> columnsOf(ViewTarget view, SqlInsertRows node) {
    SqlNode source = node.source();
    SqlNodeList given = node.target().columns();
    if (source == null) {
      return List.of(); // all get their defaults
    }
    List<String> names =
        given == null
            ? DefaultValues.firstOf(view.columnNames(), source)
            : given.stream().map(String::valueOf).toList();
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      Column column = view.column(name, ViewChange.INSERT);
      if (columns.contains(column)) {
        throw new ColonnadeException(
            given == null ? ErrorCode.SYNTAX_ERROR : ErrorCode.DUPLICATE_COLUMN,
            "column \"" + name + "\" specified more than once");
      }
      columns.add(column);
    }
    return columns;
  }

  static List<Column> columnsOf(Table table, @Nullable SqlNodeList named) {
    if (named == null) {
      return table.schema().visibleColumns();
    }
    List<Column> columns = new ArrayList<>();
    for (SqlNode name : named) {
      Column column = Rows.column(table, name);
      if (columns.contains(column)) {
        throw SqlErrors.at(
            name.getParserPosition(),
            new ColonnadeException(
                ErrorCode.DUPLICATE_COLUMN,
                "column \"" + column.name() + "\" specified more than once"));
      }
      columns.add(column);
    }
    return columns;
  }

  static SqlCall typedValues(
      SqlCall values,
      List<Column> named,
      List<Column> omitted,
      Table table,
      @Nullable SqlNodeList names) {
    WrittenPlaces places = WrittenPlaces.of(names, values);
    places.requireEqualWidths();
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode row : values.getOperandList()) {
      List<SqlNode> typed = new ArrayList<>();
      List<SqlNode> operands = ((SqlCall) row).getOperandList();
      places.requireWidth(operands.size(), named.size());
      for (int i = 0; i < operands.size(); i++) {
        typed.add(Assignments.typed(operands.get(i), named.get(i), table));
      }
      omitted.forEach(column -> typed.add(Assignments.defaultOf(column, table)));
      rows.add(((SqlCall) row).getOperator().createCall(row.getParserPosition(), typed));
    }
    return values.getOperator().createCall(values.getParserPosition(), rows);
  }

  @Override
  public List<SqlColumn> columns() {
    return ReturnedRows.columns(source, columns.size() + checks.size());
  }

  @Override
  public List<SqlType> parameterTypes() {
    return conflict == null
        ? source.parameterTypes()
        : ParameterTypes.merged(List.of(source.parameterTypes(), conflict.parameterTypes()));
  }

  @Override
  public StatementResult run(Execution execution) {
    Changes changes = changes(execution);
    return conflict == null
        ? changes
            .returned()
            .outcome("INSERT", execution.transaction().writes().writeAlone(table, changes.rows()))
        : changes.write(execution);
  }

  @Override
  public boolean mayBlock() {
    return conflict != null
        || !checks.isEmpty()
        || source.mayBlock()
        || !source.isOneRowOfExpressions()
        || !RowChanging.isPlain(table);
  }

  @Override
  public Changes changes(Execution execution) {
    ReturnedRows returned = new ReturnedRows(source, columns.size() + checks.size());
    if (conflict != null) {
      return insertedOrChanged(execution, returned, conflict);
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    read(execution, rows, returned);
    return new Changes("INSERT", table, inserts(rows, execution), returned);
  }

  /**
   * Returns the batch execution of an insert that only adds rows without reading any, into a table
   * without references to itself: the result of a row is independent of the other rows.
   */
  @Override
  public @Nullable ManyRuns manyRuns() {
    boolean refersToItself =
        table.descriptor().constraints().foreignKeys().stream()
            .anyMatch(key -> key.target().tableId() == table.id());
    return conflict == null
            && columns().isEmpty()
            && source.isOneRowOfExpressions()
            && !refersToItself
        ? this::runMany
        : null;
  }

  private long[] runMany(Execution execution, List<List<@Nullable Object>> parameters) {
    int count = parameters.size();
    List<@Nullable Object[]> rows =
        readEach(execution, count, index -> parameters.get(index).toArray());
    if (mayFailAtItsEnd(execution)) {
      execution.transaction().writes().insertAll(table, rows, _ -> {});
    } else {
      execution.transaction().writes().write(table, changesOf(rows));
    }
    long[] counts = new long[count];
    Arrays.fill(counts, 1);
    return counts;
  }

  /**
   * Returns whether concurrent inserts of the same keys may conflict at the commit, instead of
   * being waited for now.
   */
  private static boolean mayFailAtItsEnd(Execution execution) {
    return switch (execution.settings().show("transaction_isolation")) {
      case "serializable", "repeatable read" -> true;
      default -> false;
    };
  }

  /** Returns whether the insert only adds rows. */
  boolean isPlain() {
    return conflict == null;
  }

  /**
   * Returns the rows to insert, for each of several rows of parameters.
   *
   * @param given returns the row of parameters for an index
   */
  List<@Nullable Object[]> readEach(
      Execution execution, int count, IntFunction<@Nullable Object[]> given) {
    return readEach(execution, count, given, draw(execution, count));
  }

  /**
   * Variant of {@link #readEach(Execution, int, IntFunction)} with values that were allocated
   * before.
   */
  List<@Nullable Object[]> readEach(
      Execution execution,
      int count,
      IntFunction<@Nullable Object[]> given,
      AllocatedColumns.Values values) {
    List<@Nullable Object[]> rows = new ArrayList<>(count);
    source.openEach(
        execution,
        count,
        given,
        held -> {
          ViewChange.require(checks, held, columns.size());
          rows.add(valuesOf(held));
        });
    values.fill(rows);
    return rows;
  }

  /** Draws what so many rows get from sequences. */
  AllocatedColumns.Values draw(Execution execution, int count) {
    return drawn.draw(count, execution);
  }

  /**
   * Returns the mapping from text to stored rows, for an insert without expressions: its parameters
   * are the values of so many columns, and all others are NULL or allocated from sequences.
   */
  @Nullable CopyTextDecoder plainColumns(int count) {
    return checks.isEmpty() && columns.size() == count && source.isRowOfParameters(count)
        ? CopyTextDecoder.of(table.schema(), columns)
        : null;
  }

  private void read(Execution execution, List<@Nullable Object[]> into, ReturnedRows returned) {
    try (InternalRows rows = source.open(execution)) {
      for (@Nullable Object[] held = rows.next(); held != null; held = rows.next()) {
        ViewChange.require(checks, held, columns.size());
        into.add(valuesOf(held));
        returned.add(held);
      }
    }
  }

  /** Returns the changes for some rows. */
  private List<RowChange> inserts(List<@Nullable Object[]> rows, Execution execution) {
    drawn.fill(rows, execution);
    return changesOf(rows);
  }

  private static List<RowChange> changesOf(List<@Nullable Object[]> rows) {
    List<RowChange> changes = new ArrayList<>(rows.size());
    for (@Nullable Object[] row : rows) {
      changes.add(new RowChange.Insert(Arrays.asList(row)));
    }
    return changes;
  }

  private Changes insertedOrChanged(
      Execution execution, ReturnedRows returned, ConflictClause clause) {
    int given = execution.parameters().size();
    int expected = parameterTypes().size();
    if (given != expected) {
      throw new ColonnadeException(
          ErrorCode.WRONG_PARAMETERS,
          "wrong number of parameters: expected=" + expected + " actual=" + given);
    }
    ConflictClause.Run run = clause.start(execution, returned);
    Execution own =
        execution.with(execution.parameters().subList(0, source.parameterTypes().size()));
    try (InternalRows rows = source.open(own)) {
      for (@Nullable Object[] held = rows.next(); held != null; held = rows.next()) {
        @Nullable Object[] row = held;
        run.add(Arrays.asList(valuesOf(row)), () -> returned.add(row));
      }
    }
    return new Changes("INSERT", table, run.changes(), returned);
  }

  /** The values of all columns, of the Java classes of their types. */
  private @Nullable Object[] valuesOf(@Nullable Object[] held) {
    @Nullable Object[] values = new @Nullable Object[table.schema().columns().size()];
    for (int i = 0; i < ordinals.length; i++) {
      values[ordinals[i]] = ValueConverter.toJava(types.get(i), held[i]);
    }
    return values;
  }
}
