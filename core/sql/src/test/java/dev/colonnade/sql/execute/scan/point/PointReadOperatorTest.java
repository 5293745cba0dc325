package dev.colonnade.sql.execute.scan.point;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sql.access.StatementReads;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.scan.TableReads;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PointReadOperatorTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);
  private static final VectorType TEXT = VectorType.of(TypeKind.TEXT);
  private static final List<VectorType> TYPES = List.of(TEXT, INTEGER, INTEGER, INTEGER);

  private final Table table =
      Table.of(
          new TableDescriptor(
              300,
              "t",
              new SchemaHistory(
                  TableSchema.builder()
                      .required("id", Plain.INTEGER)
                      .nullable("a", Plain.INTEGER)
                      .nullable("name", Plain.TEXT)
                      .nullable("n", Plain.INTEGER)
                      .key("id")
                      .family("main", "a")
                      .family("other", "name", "n")
                      .build())));
  private final TableIndex index =
      TableIndex.of(
          table.id(),
          table.schema(),
          new Index(
              1,
              "i",
              Index.Definition.of(
                  IndexKind.UNIQUE, List.of(KeyColumn.ascending(table.schema().column("a").id()))),
              IndexState.READY));
  private final Map<Key, byte[]> stored = new HashMap<>();
  private int scanCount;

  /** Reads of the stored values; scans are counted, and fail. */
  private final class Reads implements StatementReads {
    @Override
    public long readTimestamp() {
      return 1;
    }

    @Override
    public CatalogSnapshot catalog() {
      throw new IllegalStateException("no catalog is needed");
    }

    @Override
    public NameScope names() {
      throw new IllegalStateException("no names are needed");
    }

    @Override
    public PageStream scan(Table scanned, ScanRequest request, Cancellation cancellation) {
      scanCount++;
      throw new UnsupportedOperationException("scan");
    }

    @Override
    public @Nullable Version get(Table read, Key key) {
      byte[] value = stored.get(key);
      return value == null ? null : new Version(1, value);
    }
  }

  @BeforeEach
  void store() {
    put(1, 10, "one", 100);
    put(2, null, null, null);
    put(3, 30, null, null);
    put(-4, 40, "", -1);
  }

  private void put(int id, @Nullable Integer a, @Nullable String name, @Nullable Integer n) {
    RowWriter writer = new RowWriter(table.format());
    Key key = writer.reset().putAll(id, a, name, n).finish();
    List<ColumnFamily> families = table.schema().families();
    for (int i = 0; i < families.size(); i++) {
      byte[] value = writer.familyValue(i);
      if (value != null) {
        stored.put(table.format().keyCodec().familyKey(key, families.get(i).id()), value);
      }
    }
    IndexEntryWriter.Entry entry =
        new IndexEntryWriter(index, table.schema(), List.of(), 1000)
            .entry(new @Nullable Object[] {id, a, name, n});
    stored.put(entry.key(), entry.value());
  }

  private List<List<@Nullable Object>> read(@Nullable TableIndex searched, @Nullable Object key) {
    return read(searched, key, true, List.of(2, 1, 0, 3), TYPES);
  }

  private List<List<@Nullable Object>> read(
      @Nullable TableIndex searched,
      @Nullable Object key,
      boolean usesIndexes,
      List<Integer> ordinals,
      List<VectorType> types) {
    List<PlanColumn> columns = types.stream().map(type -> new PlanColumn("c", type)).toList();
    List<Expression> values = List.of(new Literal(INTEGER, key));
    ScanPlan.TableScan plan =
        new ScanPlan.TableScan(
                table, TableAccess.ROWS, ordinals, List.of(), 0, columns, PlanEstimate.UNKNOWN)
            .at(new ScanPlan.PointKey(searched, values));
    try (TestQuery query = new TestQuery(0)) {
      TableReads reads = new TableReads(new Reads(), query.context().evaluation(), usesIndexes);
      try (Operator point =
          new PointReadOperator(query.context(), plan, reads, new PointReadLayouts())) {
        List<List<@Nullable Object>> rows = TestRows.drain(point, types);
        assertThat(point.next()).isNull();
        return rows;
      }
    }
  }

  @Test
  void shouldReadTheRowOfAPrimaryKey() {
    assertThat(read(null, 1)).isEqualTo(List.of(TestRows.row("one", 10, 1, 100)));
    assertThat(read(null, -4)).isEqualTo(List.of(TestRows.row("", 40, -4, -1)));
    assertThat(read(null, 5)).isEmpty();
    assertThat(scanCount).isZero();
  }

  @Test
  void shouldReturnNullForFamiliesWithoutValue() {
    assertThat(read(null, 2)).isEqualTo(List.of(TestRows.row(null, null, 2, null)));
    assertThat(read(null, 3)).isEqualTo(List.of(TestRows.row(null, 30, 3, null)));
  }

  @Test
  void shouldReadTheRowOfAUniqueKey() {
    assertThat(read(index, 10)).isEqualTo(List.of(TestRows.row("one", 10, 1, 100)));
    assertThat(read(index, 40)).isEqualTo(List.of(TestRows.row("", 40, -4, -1)));
    assertThat(read(index, 11)).isEmpty();
    assertThat(scanCount).isZero();
  }

  @Test
  void shouldReadOnlyKeyColumnsAndNoColumns() {
    assertThat(read(null, 3, true, List.of(0), List.of(INTEGER)))
        .isEqualTo(List.of(TestRows.row(3)));
    assertThat(read(null, 3, true, List.of(), List.of())).hasSize(1);
    assertThat(read(null, 4, true, List.of(), List.of())).isEmpty();
  }

  @Test
  void shouldFindNothingByAnEntryWithoutRow() {
    RowWriter writer = new RowWriter(table.format());
    Key key = writer.reset().putAll(1, 10, "one", 100).finish();
    requireNonNull(stored.remove(table.format().keyCodec().familyKey(key, ColumnFamily.FIRST_ID)));
    assertThat(read(index, 10)).isEmpty();
  }

  @Test
  void shouldScanWhereTheValueHasNoKeyOrTheIndexIsOff() {
    record Search(@Nullable TableIndex index, @Nullable Object key, boolean usesIndexes) {}
    for (Search search :
        List.of(
            new Search(null, null, true),
            new Search(index, null, true),
            new Search(index, 10, false))) {
      int before = scanCount;
      assertThatThrownBy(
              () ->
                  read(
                      search.index(),
                      search.key(),
                      search.usesIndexes(),
                      List.of(0),
                      List.of(INTEGER)))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(scanCount).isEqualTo(before + 1);
    }
  }
}
