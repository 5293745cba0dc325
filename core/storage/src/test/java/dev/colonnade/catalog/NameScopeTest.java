package dev.colonnade.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NameScopeTest {
  private static final TableSchema SCHEMA =
      TableSchema.builder().required("id", Plain.BIGINT).key("id").build();

  private final FakeCatalogContext context = new FakeCatalogContext();
  private final Catalog catalog = Catalog.open(context);
  private final CatalogOperations operations = new CatalogOperations(catalog, context);

  @Test
  void shouldContainTwoDatabasesAndRolesInANewStore() {
    CatalogSnapshot fresh = catalog.snapshot();
    assertThat(fresh.databases())
        .extracting(DatabaseEntry::name)
        .containsExactly("colonnade", "postgres");
    assertThat(fresh.roles())
        .filteredOn(RoleEntry::isSuperuser)
        .extracting(RoleEntry::name)
        .containsExactly("colonnade", "postgres");
    assertThat(fresh.roles())
        .filteredOn(role -> !role.isSuperuser())
        .extracting(RoleEntry::name)
        .allMatch(name -> name.startsWith("pg_"))
        .contains("pg_read_all_data", "pg_write_all_data", "pg_monitor");
    assertThat(fresh.schemas(BuiltIns.POSTGRES.id()))
        .extracting(SchemaEntry::name)
        .containsExactly("public");
    assertFails(ErrorCode.UNKNOWN_DATABASE, () -> fresh.database("nowhere"));
  }

  @Test
  void shouldResolveNamesInTheOrderOfTheSearchPath() {
    SchemaEntry mine = createSchema("mine");
    createTable(BuiltIns.PUBLIC_ID, "t");
    Table inMine = createTable(mine.id(), "t");
    Table other = createTable(BuiltIns.PUBLIC_ID, "u");

    NameScope first = scope("\"$user\", public", "mine");
    assertThat(first.table(List.of("t"))).isSameAs(inMine);
    assertThat(first.table(List.of("u"))).isSameAs(other);
    assertThat(first.creationSchema()).isEqualTo(mine);
    assertThat(first.nameOf(inMine)).isEqualTo("t");
    NameScope second = scope("nowhere, PUBLIC", "mine");
    assertThat(second.table(List.of("t")).schemaId()).isEqualTo(BuiltIns.PUBLIC_ID);
    assertThat(second.table(List.of("mine", "t"))).isSameAs(inMine);
    assertThat(second.table(List.of("colonnade", "mine", "t"))).isSameAs(inMine);
    assertThat(second.nameOf(inMine)).isEqualTo("mine.t");
    assertThat(catalog.snapshot().table("mine.t")).isSameAs(inMine);
  }

  @Test
  void shouldRejectNamesWithTheErrorsOfPostgres() {
    NameScope scope = scope("nowhere", "me");
    assertFails(ErrorCode.UNKNOWN_SCHEMA, scope::creationSchema);
    assertFails(ErrorCode.UNKNOWN_SCHEMA, () -> scope.newName(List.of("nowhere", "t")));
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> scope.table(List.of("nowhere", "t")));
    assertFails(ErrorCode.UNSUPPORTED, () -> scope.table(List.of("other", "public", "t")));
    assertFails(ErrorCode.SYNTAX_ERROR, () -> scope.table(List.of("a", "b", "c", "d")));
    operations.change(edit -> edit.createSequence(ObjectName.ofPublic("s"), 1, null));
    NameScope now = scope("public", "me");
    assertFails(ErrorCode.WRONG_OBJECT_TYPE, () -> now.table(List.of("s")));
    assertFails(ErrorCode.DUPLICATE_TABLE, () -> createTable(BuiltIns.PUBLIC_ID, "s"));
  }

  @Test
  void shouldReloadAllNamesAndDroppedBuiltInObjects() {
    SchemaEntry mine = createSchema("mine");
    Table table = createTable(mine.id(), "t");
    operations.change(
        edit -> {
          new NamespaceEdit(edit).createDatabase("shop");
          new NamespaceEdit(edit).dropDatabase(BuiltIns.POSTGRES);
          new NamespaceEdit(edit)
              .changeRole(new NamespaceEdit(edit).createRole("app").withName("app2"));
          edit.createSequence(
              new ObjectName(mine.id(), "s"), 7, new SequenceEntry.Owner(table.id(), 1, true));
          edit.createView(
              new ObjectName(mine.id(), "v"),
              "select 1",
              List.of("one"),
              new View.Lookup(List.of(mine.id()), Set.of(new View.Dependency(table.id(), 1))),
              CheckOption.CASCADED);
          edit.createEnum(new ObjectName(mine.id(), "mood"), List.of("sad", "glad"));
          edit.comment(new CommentTarget(table.id(), 1), "the key");
          edit.changeProperties(
              table,
              new TableProperties(
                  Map.of(1, "nextval(5)"),
                  Map.of(1, new IdentityColumn(true, 5)),
                  Map.of(2, new GeneratedColumn("id + 1", List.of(1))),
                  Map.of("range_max_bytes", "1000")));
          return edit;
        });
    CatalogSnapshot before = catalog.snapshot();
    CatalogSnapshot after = Catalog.open(context).snapshot();
    assertThat(after.databases()).isEqualTo(before.databases());
    assertThat(after.databases())
        .extracting(DatabaseEntry::name)
        .containsExactly("colonnade", "shop");
    assertThat(after.roles()).isEqualTo(before.roles());
    assertThat(after.findRole("app2")).isNotNull();
    assertThat(after.findRelation(new ObjectName(mine.id(), "s")))
        .isEqualTo(before.findRelation(new ObjectName(mine.id(), "s")));
    assertThat(after.findRelation(new ObjectName(mine.id(), "v")))
        .isEqualTo(before.findRelation(new ObjectName(mine.id(), "v")));
    assertThat(after.types(mine.id())).isEqualTo(before.types(mine.id()));
    assertThat(after.comment(new CommentTarget(table.id(), 1))).isEqualTo("the key");
    assertThat(after.table(table.id()).descriptor())
        .isEqualTo(before.table(table.id()).descriptor());
  }

  @Test
  void shouldDropOwnedObjectsAndReportDependents() {
    Table table = createTable(BuiltIns.PUBLIC_ID, "t");
    operations.change(
        edit -> {
          edit.createSequence(
              ObjectName.ofPublic("owned"), 1, new SequenceEntry.Owner(table.id(), 1, false));
          edit.createView(
              ObjectName.ofPublic("v"),
              "select id from t",
              List.of("id"),
              new View.Lookup(
                  List.of(BuiltIns.PUBLIC_ID), Set.of(new View.Dependency(table.id(), 1))),
              CheckOption.NONE);
          return edit;
        });
    // A dependency on a column is a dependency on its table, too.
    assertThat(catalog.snapshot().relations()).hasSize(3);
    assertFails(ErrorCode.DEPENDENT_OBJECTS, () -> drop(table, false));
    assertThat(catalog.snapshot().relations()).hasSize(3);
    drop(table, true);
    assertThat(catalog.snapshot().relations()).isEmpty();
  }

  private Object drop(Table table, boolean cascade) {
    return operations.change(
        edit -> {
          new ObjectDrop(edit, cascade).dropRelations(List.of(table));
          return edit;
        });
  }

  private SchemaEntry createSchema(String name) {
    return operations.change(
        edit -> new NamespaceEdit(edit).createSchema(BuiltIns.COLONNADE.id(), name));
  }

  private Table createTable(int schemaId, String name) {
    return operations.change(
        edit ->
            edit.createTable(
                new ObjectName(schemaId, name),
                new SchemaHistory(SCHEMA),
                TableProperties.NONE,
                TableConstraints.NONE));
  }

  private NameScope scope(String path, String user) {
    return NameScope.of(catalog.snapshot(), BuiltIns.COLONNADE, path, user);
  }

  private static void assertFails(ErrorCode code, Runnable action) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(action::run)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
