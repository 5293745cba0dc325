package dev.colonnade.catalog;

import static dev.colonnade.type.ColumnType.Plain.BIGINT;
import static dev.colonnade.type.ColumnType.Plain.INTEGER;
import static dev.colonnade.type.ColumnType.Plain.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.CatalogOperations.NewColumn;
import dev.colonnade.catalog.codec.CatalogLayout;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CatalogLimits;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CatalogOperationsTest {
  private static final TableSchema SCHEMA =
      TableSchema.builder().required("id", BIGINT).nullable("name", TEXT).key("id").build();

  private final FakeCatalogContext context = new FakeCatalogContext();
  private Catalog state = Catalog.open(context);
  private CatalogOperations catalog = new CatalogOperations(state, context);

  @Test
  void shouldCreateATableInRangesOfItsOwn() {
    Table created = catalog.createTable("people", SCHEMA);

    assertThat(state.snapshot().table("people")).isSameAs(created);
    assertThat(state.snapshot().table(created.id())).isSameAs(created);
    assertThat(created.schema()).isEqualTo(SCHEMA);
    assertThat(context.split).containsExactly(created.span());
    assertThat(created.span().contains(created.format().keyCodec().span())).isTrue();
  }

  @Test
  void shouldEqualThePreviousCatalogAfterReopening() {
    EnumType colour = catalog.createEnum("colour", List.of("red", "green"));
    catalog.createTable("people", SCHEMA);
    catalog.createTable("cars", carsOf(colour));
    catalog.addColumn("people", new NewColumn("age", INTEGER, false, 18), null);
    catalog.dropColumn("people", "name");
    catalog.renameTable("people", "persons");
    CatalogSnapshot before = state.snapshot();

    reopen();

    CatalogSnapshot after = state.snapshot();
    assertThat(after.version()).isEqualTo(before.version()).isEqualTo(6);
    assertThat(after.types()).isEqualTo(before.types());
    assertThat(after.tables().stream().map(Table::descriptor))
        .isEqualTo(before.tables().stream().map(Table::descriptor).toList());
  }

  @Test
  void shouldNeverReuseAnId() {
    int first = catalog.createTable("a", SCHEMA).id();
    catalog.dropTable("a");
    reopen();
    int second = catalog.createTable("a", SCHEMA).id();

    assertThat(first).isEqualTo(BuiltIns.FIRST_OBJECT_ID);
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void shouldRejectDuplicateTableNames() {
    catalog.createTable("a", SCHEMA);
    catalog.createTable("b", SCHEMA);

    assertFails(ErrorCode.DUPLICATE_TABLE, () -> catalog.createTable("a", SCHEMA));
    assertFails(ErrorCode.DUPLICATE_TABLE, () -> catalog.renameTable("b", "a"));
  }

  @Test
  void shouldLetExactlyOneConcurrentCreatorOfANameSucceed() throws Exception {
    int creators = 8;
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < creators; i++) {
      calls.add(
          () -> {
            try {
              catalog.createTable("a", SCHEMA);
              return true;
            } catch (ColonnadeException e) {
              assertThat(e.code()).isEqualTo(ErrorCode.DUPLICATE_TABLE);
              return false;
            }
          });
    }
    int winners = 0;
    try (ExecutorService executor = Executors.newFixedThreadPool(creators)) {
      for (Future<Boolean> outcome : executor.invokeAll(calls)) {
        winners += outcome.get() ? 1 : 0;
      }
    }
    assertThat(winners).isEqualTo(1);
    assertThat(state.snapshot().version()).isEqualTo(1);
  }

  @Test
  void shouldReportUnknownObjects() {
    catalog.createTable("People", SCHEMA);

    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> state.snapshot().table("people"))
        .withMessage("no such table: table=people (there is a table=People)");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> catalog.dropTable("unknown"));
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> catalog.renameTable("unknown", "x"));
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> state.snapshot().table(99));
    assertFails(ErrorCode.UNKNOWN_COLUMN, () -> catalog.dropColumn("People", "unknown"));
    assertFails(ErrorCode.UNKNOWN_OBJECT, () -> state.snapshot().enumType("unknown"));
    NewColumn column = new NewColumn("x", TEXT, true, null);
    assertFails(
        ErrorCode.UNKNOWN_OBJECT, () -> catalog.addColumn("People", column, "no such family"));
  }

  @Test
  void shouldRejectInvalidNames() {
    for (String name : List.of("", "a\nb", "a\0b", "x".repeat(256), "\ud800")) {
      assertFails(ErrorCode.INVALID_NAME, () -> catalog.createTable(name, SCHEMA));
    }
    catalog.createTable("x".repeat(255), SCHEMA);
    catalog.createTable("Überblick 2026", SCHEMA);
  }

  @Test
  void shouldKeepTheSnapshotWhenTheWriteFails() {
    catalog.createTable("a", SCHEMA);
    CatalogSnapshot before = state.snapshot();
    Table table = before.table("a");
    List<ThrowingCallable> changes =
        List.of(
            () -> catalog.createTable("b", SCHEMA),
            () -> catalog.renameTable("a", "b"),
            () -> catalog.dropColumn("a", "name"),
            () -> catalog.createEnum("e", List.of("x")),
            () -> catalog.dropTable("a"));
    for (ThrowingCallable change : changes) {
      context.failNextWrite = true;
      assertFails(ErrorCode.DISK_FULL, change);
      assertThat(state.snapshot()).isSameAs(before);
      table.requireLive();
    }
    assertThat(context.cleared).isEmpty();
    int next = catalog.createTable("b", SCHEMA).id();
    assertThat(next).isGreaterThan(table.id());
  }

  @Test
  void shouldMarkADroppedTableInOldSnapshotsBeforeItsRowsAreDeleted() {
    Table table = catalog.createTable("a", SCHEMA);
    Table renamed = catalog.renameTable("a", "b");
    context.duringClear = () -> assertFails(ErrorCode.UNKNOWN_TABLE, table::requireLive);
    catalog.dropTable("b");

    assertThat(context.cleared).containsExactly(table.span());
    assertFails(ErrorCode.UNKNOWN_TABLE, table::requireLive);
    assertFails(ErrorCode.UNKNOWN_TABLE, renamed::requireLive);
    assertThat(state.snapshot().findTable("b")).isNull();
  }

  @Test
  void shouldAddAndDropColumnsAsNewVersions() {
    Table before = catalog.createTable("a", SCHEMA);
    catalog.addColumn("a", new NewColumn("age", INTEGER, false, 18), null);
    Table after = catalog.dropColumn("a", "name");

    assertThat(before.schema().version()).isEqualTo(1);
    assertThat(after.schema().version()).isEqualTo(3);
    assertThat(after.schema().columns().stream().map(Column::name)).containsExactly("id", "age");
    assertThat(after.history().version(1)).isEqualTo(SCHEMA);
    assertThat(after.id()).isEqualTo(before.id());
    assertFails(ErrorCode.INVALID_ARGUMENT, () -> catalog.dropColumn("a", "id"));
    NewColumn again = new NewColumn("age", TEXT, true, null);
    assertFails(ErrorCode.DUPLICATE_COLUMN, () -> catalog.addColumn("a", again, null));
  }

  @Test
  void shouldLimitTheVersionsOfATable() {
    catalog.createTable("a", SCHEMA);
    while (state.snapshot().table("a").schema().version() < TableDescriptor.SCHEMA_VERSIONS_MAX) {
      catalog.dropColumn("a", "name");
      if (state.snapshot().table("a").schema().version() < TableDescriptor.SCHEMA_VERSIONS_MAX) {
        catalog.addColumn("a", new NewColumn("name", TEXT, true, null), null);
      }
    }
    NewColumn oneMore = new NewColumn("more", TEXT, true, null);
    assertFails(ErrorCode.LIMIT_EXCEEDED, () -> catalog.addColumn("a", oneMore, null));
  }

  @Test
  void shouldLimitTheSizeOfATableRecord() {
    TableSchema wide = TableSchema.builder().required("id", BIGINT).key("id").build();
    catalog.createTable("a", wide);
    byte[] half = new byte[CatalogLimits.RECORD_BYTES_MAX / 2];
    NewColumn first = new NewColumn("x", ColumnType.Plain.BYTEA, true, half);
    assertThat(catalog.addColumn("a", first, null).schema().version()).isEqualTo(2);
    NewColumn second = new NewColumn("y", ColumnType.Plain.BYTEA, true, half);
    assertFails(ErrorCode.LIMIT_EXCEEDED, () -> catalog.addColumn("a", second, null));
  }

  @Test
  void shouldShowANewLabelInEveryTable() {
    EnumType colour = catalog.createEnum("colour", List.of("red", "green"));
    catalog.createTable("cars", carsOf(colour));
    EnumType longer = catalog.change(edit -> edit.changeType(colour.withLast("blue")));

    Enumerated type = (Enumerated) state.snapshot().table("cars").schema().column("colour").type();
    assertThat(type.type()).isEqualTo(longer);
    assertThat(type.type().rankOf("red")).isEqualTo(colour.rankOf("red"));
    reopen();
    type = (Enumerated) state.snapshot().table("cars").schema().column("colour").type();
    assertThat(type.type()).isEqualTo(longer);
  }

  @Test
  void shouldRetainADroppedEnumWhoseRanksRowsMayContain() {
    EnumType colour = catalog.createEnum("colour", List.of("red"));
    catalog.createTable("cars", carsOf(colour));
    assertFails(ErrorCode.DEPENDENT_OBJECTS, () -> dropEnum(colour));

    catalog.dropColumn("cars", "colour"); // old rows still contain its ranks
    dropEnum(colour);
    reopen();
    assertThat(state.snapshot().findEnum("colour")).isNull();
    assertThat(state.snapshot().typeName(colour.id()).schemaId())
        .isEqualTo(CatalogLayout.NO_SCHEMA);
  }

  @Test
  void shouldDropAnEnumThatNoTableReferences() {
    EnumType colour = catalog.createEnum("colour", List.of("red"));
    dropEnum(colour);
    assertThat(state.snapshot().types()).isEmpty();
    reopen();
    assertThat(state.snapshot().types()).isEmpty();
  }

  @Test
  void shouldRejectEnumsThatDifferFromTheCatalog() {
    EnumType unknown = EnumType.create(BuiltIns.FIRST_OBJECT_ID, "colour", List.of("red"));
    assertFails(ErrorCode.UNKNOWN_OBJECT, () -> catalog.createTable("cars", carsOf(unknown)));
    catalog.createEnum("colour", List.of("green"));
    assertFails(ErrorCode.UNKNOWN_OBJECT, () -> catalog.createTable("cars", carsOf(unknown)));
    assertFails(ErrorCode.DUPLICATE_OBJECT, () -> catalog.createEnum("colour", List.of("blue")));
  }

  @Test
  void shouldRejectAnInconsistentCatalog() {
    catalog.createTable("a", SCHEMA);
    byte[] record = context.records.get(CatalogLayout.tableKey(100));
    context.records.put(CatalogLayout.tableKey(101), record);
    assertFails(ErrorCode.STORE_CORRUPT, this::reopen);

    context.records.remove(CatalogLayout.tableKey(101));
    context.records.remove(CatalogLayout.STATE_KEY);
    assertFails(ErrorCode.STORE_CORRUPT, this::reopen);
  }

  private void dropEnum(EnumType type) {
    catalog.change(
        edit -> {
          new ObjectDrop(edit, false).dropTypes(List.of(type));
          return type;
        });
  }

  private void reopen() {
    state = Catalog.open(context);
    catalog = new CatalogOperations(state, context);
  }

  private static TableSchema carsOf(EnumType colour) {
    return TableSchema.builder()
        .required("plate", TEXT)
        .nullable("colour", ColumnType.enumerated(colour))
        .key("plate")
        .build();
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
