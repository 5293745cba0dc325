package dev.colonnade.sql.analyze;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.LiteralParameters;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.store.StoreReader;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;

/** Catalog of the queries whose answers PostgreSQL recorded. */
public final class TestCatalog {
  private static final Registry REGISTRY = Registry.ofSystem();

  private final CatalogEdit edit;
  private final int schemaId;

  public TestCatalog() {
    this.edit = Catalog.open(emptyStore()).newEdit();
    this.schemaId = new NamespaceEdit(edit).createSchema(BuiltIns.COLONNADE.id(), "s").id();
    tables();
    views();
  }

  private static StoreReader emptyStore() {
    Object cursor =
        Proxy.newProxyInstance(
            TestCatalog.class.getClassLoader(),
            new Class<?>[] {dev.colonnade.store.Cursor.class},
            (_, method, _) -> method.getReturnType() == boolean.class ? false : null);
    return (StoreReader)
        Proxy.newProxyInstance(
            TestCatalog.class.getClassLoader(),
            new Class<?>[] {StoreReader.class},
            (_, method, _) -> method.getName().equals("cursor") ? cursor : null);
  }

  private void tables() {
    create(
        "t",
        schema("id")
            .nullable("a", Plain.INTEGER)
            .nullable("b", Plain.TEXT)
            .nullable("c", ColumnType.numeric(10, 2))
            .nullable("d", Plain.DATE)
            .nullable("j", ColumnType.packed(PackedKind.JSONB))
            .nullable("js", ColumnType.packed(PackedKind.JSON))
            .key("id"));
    create(
        "u",
        schema("id")
            .nullable("t_id", Plain.INTEGER)
            .required("a", Plain.INTEGER)
            .nullable("name", ColumnType.varchar(20))
            .nullable("v", Plain.DOUBLE)
            .key("id"));
    create(
        "w", schema("k1").required("k2", Plain.TEXT).nullable("x", Plain.BIGINT).key("k1", "k2"));
    create(
        "p",
        TableSchema.builder()
            .nullable("x", Plain.INTEGER)
            .nullable("y", Plain.INTEGER)
            .required("$rowid", Plain.UUID)
            .key("$rowid"));
    create(
        "arr",
        schema("id")
            .nullable("xs", ColumnType.array(Plain.INTEGER))
            .nullable("iv", ColumnType.packed(PackedKind.INTERVAL))
            .nullable("ts", Plain.TIMESTAMP)
            .nullable("tz", Plain.TIMESTAMPTZ)
            .nullable("bo", Plain.BOOLEAN)
            .key("id"));
    EnumType mood = edit.createEnum(ObjectName.ofPublic("mood"), List.of("sad", "ok", "happy"));
    create("m", schema("id").nullable("feel", new ColumnType.Enumerated(mood)).key("id"));
    create(new ObjectName(schemaId, "t"), schema("id").nullable("z", Plain.TEXT).key("id"));
    create(
        new ObjectName(schemaId, "only_here"),
        TableSchema.builder()
            .nullable("q", Plain.INTEGER)
            .required("$rowid", Plain.UUID)
            .key("$rowid"));
    edit.createSequence(ObjectName.ofPublic("seq"), 1, null);
  }

  private static TableSchemaBuilder schema(String key) {
    return TableSchema.builder().required(key, Plain.INTEGER);
  }

  private void create(String name, TableSchemaBuilder schema) {
    create(ObjectName.ofPublic(name), schema);
  }

  private void create(ObjectName name, TableSchemaBuilder schema) {
    edit.createTable(
        name, new SchemaHistory(schema.build()), TableProperties.NONE, TableConstraints.NONE);
  }

  private void views() {
    view("v", "select id, a, b from t where a > 0", "id", "a", "b");
    view("vv", "select a, count(*) from t group by a", "x", "n");
  }

  private void view(String name, String query, String... columns) {
    edit.createView(
        ObjectName.ofPublic(name),
        query,
        List.of(columns),
        new View.Lookup(List.of(BuiltIns.PUBLIC_ID), Set.of()),
        CheckOption.NONE);
  }

  /** Returns the names of a session with the default search path. */
  public NameScope names() {
    return NameScope.of(edit.snapshot(), BuiltIns.COLONNADE, "public", "postgres");
  }

  /** Returns the analyzed statement of a text. */
  public AnalyzedStatement analyze(String text) {
    NameScope names = names();
    StatementAnalysis statement =
        new StatementAnalysis(
            REGISTRY.with(new CatalogTypes(names)),
            names,
            new ParameterTypes(List.of(), LiteralParameters.NONE));
    DataStatement node = (DataStatement) SqlParser.parse(text).getFirst().statement();
    return Analyzer.analyze(node, statement);
  }
}
