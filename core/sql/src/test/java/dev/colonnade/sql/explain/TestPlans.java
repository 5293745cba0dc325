package dev.colonnade.sql.explain;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Subquery;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan.TableScan;
import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plans by hand, over tables like those of {@code explain/postgresql-plans.txt}. */
final class TestPlans {
  static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  static final VectorType TEXT = VectorType.of(TypeKind.TEXT);
  static final VectorType BOOLEAN = VectorType.of(TypeKind.BOOLEAN);
  static final PlanEstimate ESTIMATE = new PlanEstimate(10, 1, 2.5);

  /** Table a (x int primary key, v text, n numeric) with an index on upper(v). */
  static final Table A =
      table(
          200,
          "a",
          TableSchema.builder()
              .required("x", ColumnType.Plain.INTEGER)
              .nullable("v", ColumnType.Plain.TEXT)
              .nullable("n", new ColumnType.Numeric(20, 2))
              .key("x")
              .build(),
          TableConstraints.NONE.withIndex(
              "a_upper",
              new Index.Definition(
                  IndexKind.PLAIN,
                  List.of(KeyColumn.ascending(IndexExpression.idAt(0))),
                  List.of(),
                  List.of(
                      new IndexExpression(
                          "upper", "upper(v)", "upper(v)", ColumnType.Plain.TEXT, List.of(2))),
                  null),
              IndexState.READY));

  /** Table b (y int, z int, w text) with indexes on y and on y and z. */
  static final Table B =
      table(
          201,
          "b",
          TableSchema.builder()
              .nullable("y", ColumnType.Plain.INTEGER)
              .nullable("z", ColumnType.Plain.INTEGER)
              .nullable("w", ColumnType.Plain.TEXT)
              .required(Column.HIDDEN_KEY, ColumnType.Plain.BIGINT)
              .key(Column.HIDDEN_KEY)
              .build(),
          TableConstraints.NONE
              .withIndex("b_y", index(1), IndexState.READY)
              .withIndex("b_yz", index(1, 2), IndexState.READY));

  /** Table c (flag boolean, done boolean). */
  static final Table C =
      table(
          202,
          "c",
          TableSchema.builder()
              .nullable("flag", ColumnType.Plain.BOOLEAN)
              .nullable("done", ColumnType.Plain.BOOLEAN)
              .required(Column.HIDDEN_KEY, ColumnType.Plain.BIGINT)
              .key(Column.HIDDEN_KEY)
              .build(),
          TableConstraints.NONE);

  static final TableIndex A_UPPER = A.indexes().getFirst();
  static final TableIndex B_Y = B.indexes().getFirst();
  static final TableIndex B_YZ = B.indexes().getLast();

  private TestPlans() {}

  private static Table table(
      int id, String name, TableSchema schema, TableConstraints constraints) {
    return Table.of(
        new TableDescriptor(id, name, new SchemaHistory(schema)).withConstraints(constraints));
  }

  private static Index.Definition index(int... columnIds) {
    List<KeyColumn> columns = new ArrayList<>();
    for (int id : columnIds) {
      columns.add(KeyColumn.ascending(id));
    }
    return Index.Definition.of(IndexKind.PLAIN, columns);
  }

  /** Expression that is only displayed. */
  record Shown(
      VectorType type, String format, List<Expression> operands, @Nullable Subquery subquery)
      implements Expression {
    @Override
    public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
      return VectorBuilder.vectorOf(new @Nullable Object[batch.rowCount()], type);
    }

    @Override
    public Expression withOperands(List<Expression> others) {
      return this;
    }

    @Override
    public String sql(List<String> columns) {
      Object[] texts = operands.stream().map(operand -> operand.sql(columns)).toArray();
      return String.format(Locale.ROOT, format, texts);
    }
  }

  /** Returns an expression with the texts of its operands for {@code %s}. */
  static Expression shown(VectorType type, String format, Expression... operands) {
    return new Shown(type, format, List.of(operands), null);
  }

  static Expression condition(String format, Expression... operands) {
    return shown(BOOLEAN, format, operands);
  }

  /** Returns the value of a subquery. */
  static Expression subquery(SubqueryPlan plan, String text) {
    return new Shown(plan.plan().types().getFirst(), text, List.of(), plan);
  }

  static Expression column(PhysicalPlan plan, int index) {
    return new ColumnReference(plan.types().get(index), index);
  }

  static Expression integer(int value) {
    return new Literal(INTEGER, value);
  }

  static Expression text(String value) {
    return new Literal(TEXT, value);
  }

  static ScanPredicate compare(Table table, String column, Comparison comparison, Expression to) {
    return new ScanPredicate.Compare(table.schema().column(column), comparison, to);
  }

  static ScanPredicate equal(Table table, String column, Expression value) {
    return compare(table, column, Comparison.EQUAL, value);
  }

  static ScanPredicate like(Table table, String column, String pattern) {
    return new ScanPredicate.Like(table.schema().column(column), text(pattern));
  }

  /** Returns a disjunction of equalities. */
  static ScanPredicate in(Table table, String column, Expression... values) {
    List<ScanPredicate> operands = new ArrayList<>();
    for (Expression value : values) {
      operands.add(equal(table, column, value));
    }
    return new ScanPredicate.Or(operands);
  }

  static ScanPredicate not(ScanPredicate operand) {
    return new ScanPredicate.Not(operand);
  }

  /** Returns a scan of all visible columns, whose names have the prefix of an alias. */
  static TableScan scan(Table table, @Nullable String alias, ScanPredicate... predicates) {
    int count = table.schema().visibleColumns().size();
    return scan(table, alias, ordinals(count), TableAccess.ROWS, List.of(predicates));
  }

  static List<Integer> ordinals(int count) {
    List<Integer> ordinals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ordinals.add(i);
    }
    return ordinals;
  }

  /** Returns a scan of columns by their positions. */
  static TableScan scan(
      Table table,
      @Nullable String alias,
      List<Integer> ordinals,
      TableAccess access,
      List<ScanPredicate> predicates) {
    List<PlanColumn> columns = new ArrayList<>();
    for (int ordinal : ordinals) {
      Column column = table.schema().columns().get(ordinal);
      String prefix = alias == null ? "" : alias + ".";
      columns.add(new PlanColumn(prefix + column.name(), typeOf(column.type())));
    }
    return new TableScan(table, access, ordinals, predicates, 0, columns, ESTIMATE);
  }

  static TableAccess by(TableIndex index, boolean lookup) {
    return new TableAccess(index, lookup, TableAccess.Order.ANY, List.of());
  }

  private static VectorType typeOf(ColumnType type) {
    if (type == ColumnType.Plain.TEXT) {
      return TEXT;
    }
    if (type == ColumnType.Plain.BOOLEAN) {
      return BOOLEAN;
    }
    return type == ColumnType.Plain.INTEGER ? INTEGER : VectorType.of(TypeKind.NUMERIC);
  }

  static RowPlan.Project project(PhysicalPlan input, Expression... expressions) {
    List<PlanColumn> columns = new ArrayList<>();
    for (Expression expression : expressions) {
      columns.add(new PlanColumn(expression.sql(input.names()), expression.type()));
    }
    return new RowPlan.Project(input, List.of(expressions), columns, ESTIMATE);
  }

  static RowPlan.Filter filter(PhysicalPlan input, Expression predicate) {
    return new RowPlan.Filter(input, predicate, ESTIMATE);
  }

  static RowPlan.Sort sort(PhysicalPlan input, SortKey... keys) {
    return new RowPlan.Sort(input, List.of(keys), 0, null, ESTIMATE);
  }

  static RowPlan.Limit limit(PhysicalPlan input, int count) {
    return new RowPlan.Limit(input, null, integer(count), List.of(), ESTIMATE);
  }

  static SortKey ascending(int column) {
    return new SortKey(column, false, false);
  }

  static SortKey descending(int column) {
    return new SortKey(column, true, true);
  }

  static AggregateCall call(String function, Integer... arguments) {
    return new AggregateCall(
        function, List.of(arguments), false, AggregateCall.NO_FILTER, List.of(), BIGINT);
  }

  static List<PlanColumn> columns(VectorType type, int count) {
    List<PlanColumn> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(new PlanColumn("f" + i, type));
    }
    return columns;
  }

  /** Returns the columns of pairs. */
  static List<PlanColumn> pairs(PhysicalPlan left, PhysicalPlan right) {
    List<PlanColumn> pairs = new ArrayList<>(left.columns());
    pairs.addAll(right.columns());
    return pairs;
  }
}
