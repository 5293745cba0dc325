package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnConstraint;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnElement;
import dev.colonnade.sql.parse.SqlCreateTable.Element;
import dev.colonnade.sql.parse.SqlTableRule;
import dev.colonnade.sql.schema.SnapshotCatalogReader;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE. */
public final class TableStatements {
  private TableStatements() {}

  /** The name of a table, which may stand in the schema that all are in. */
  static String nameOf(SqlIdentifier identifier) {
    List<String> names = identifier.names;
    boolean isPlain =
        names.size() == 1
            || (names.size() == 2 && names.getFirst().equals(SnapshotCatalogReader.DEFAULT_SCHEMA));
    if (!isPlain) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "no such schema: schema=" + names.getFirst());
    }
    return names.getLast();
  }

  static PreparedStatement create(
      StatementPreparer preparer,
      String sql,
      SqlCreateTable node,
      StatementTransaction transaction) {
    NameScope names = transaction.names();
    NewTableName name = NewTableName.of(names, node.name().names, node.temporary());
    GeneratedColumns generated = new GeneratedColumns();
    List<Element> elements = new ArrayList<>();
    for (Element element : node.elements()) {
      if (element instanceof ColumnElement column) {
        ReservedColumnNames.refuse(sql, column.name());
      }
    }
    for (Element element : LikeClauses.expanded(node.elements(), names)) {
      elements.add(element instanceof ColumnElement column ? added(column, generated) : element);
    }
    SqlCreateTable.PrimaryKey declared = keyOf(name.name(), elements);
    SqlCreateTable.PrimaryKey key = declared;
    if (key == null || key.timing().isDeferrable()) {
      elements.add(generated.add(HiddenKey.element()));
      key = HiddenKey.constraint();
    }
    Set<String> required = new HashSet<>(namesOf(key));
    if (declared != null) {
      required.addAll(namesOf(declared));
    }
    TableSchema schema = build(elements, key.parts(), required, names);
    DefaultClauses defaults = new DefaultClauses(preparer, sql, transaction);
    for (Element element : elements) {
      if (element instanceof ColumnElement column) {
        defaults.add(column, schema);
      }
    }
    ConstraintClauses ruleClauses = ruleClauses(name.known(), schema, references(names, name));
    if (declared != null && declared.timing().isDeferrable()) {
      ruleClauses.addKeyIndex(declared);
    } else if (declared != null) {
      ruleClauses.keyName(declared.name());
    }
    TableConstraints rules = rulesOf(ruleClauses, elements);
    TableProperties clauses =
        TableProperties.ofDefaults(defaults.texts()).withSettings(settingsOf(node, name));
    return new PreparedStatement() {
      @Override
      public Effect effect() {
        return Effect.WRITES;
      }

      @Override
      public StatementResult run(Execution execution) {
        defaults.check(execution);
        boolean isThere = name.isTaken(execution.transaction().catalog());
        if (isThere && node.ifNotExists()) {
          name.addTakenNotice(execution);
        } else {
          Table created =
              generated.define(
                  execution,
                  edit ->
                      edit.createTable(name.in(edit), new SchemaHistory(schema), clauses, rules));
          String maxBytes = clauses.settings().get(TableSettings.RANGE_MAX_BYTES);
          if (maxBytes != null) {
            execution.transaction().catalogChanges().limitRanges(created, Long.parseLong(maxBytes));
          }
        }
        return StatementResult.changed("CREATE TABLE", 0);
      }
    };
  }

  private static Map<String, String> settingsOf(SqlCreateTable node, NewTableName name) {
    Map<String, String> settings = new HashMap<>(TableSettings.checked(node.settings()));
    OnCommit temporary = name.temporary();
    if (temporary != null && temporary != OnCommit.PRESERVE_ROWS) {
      settings.put(OnCommit.SETTING, temporary.text());
    }
    return settings;
  }

  private static ColumnElement added(ColumnElement column, GeneratedColumns generated) {
    HiddenKey.requireOther(column.name().getSimple());
    return generated.add(column);
  }

  /** Finds what the table refers to, which has to last as long as the table itself. */
  private static References references(NameScope names, NewTableName name) {
    return new References(
        names.catalog(),
        identifier -> {
          Table target = IndexStatements.tableOf(names, identifier);
          requireSameLife(names, name.temporary() != null, target);
          return target;
        });
  }

  /** Refuses a foreign key between a table that is temporary and one that is not. */
  public static void requireSameLife(NameScope names, boolean isTemporary, Table target) {
    SchemaEntry schema = names.catalog().findSchema(target.schemaId());
    if (isTemporary != (schema != null && schema.isTemporary())) {
      String kind = isTemporary ? "temporary" : "permanent";
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "constraints on %s tables may reference only %s tables".formatted(kind, kind));
    }
  }

  /** Access to other tables. */
  private record References(CatalogSnapshot catalog, Function<SqlIdentifier, Table> tables) {}

  private static ConstraintClauses ruleClauses(
      ObjectName name, TableSchema schema, References references) {
    return new ConstraintClauses(
        Table.detached(name.name(), schema),
        references.tables(),
        taken -> IndexStatements.isTaken(references.catalog(), name.schemaId(), taken));
  }

  /** The constraints between the parentheses. */
  private static TableConstraints rulesOf(ConstraintClauses clauses, List<Element> elements) {
    for (Element element : elements) {
      switch (element) {
        case SqlCreateTable.TableRule(SqlTableRule rule) -> clauses.add(rule);
        case SqlCreateTable.PrimaryKey _, SqlCreateTable.Family _, SqlCreateTable.Like _ -> {}
        case ColumnElement column -> {
          for (ColumnConstraint constraint : column.constraints()) {
            if (constraint instanceof ColumnConstraint.Rule(SqlTableRule rule)) {
              clauses.add(rule.of(column.name()));
            }
          }
        }
      }
    }
    return clauses.rules();
  }

  /** The only primary key; null without one. */
  private static SqlCreateTable.@Nullable PrimaryKey keyOf(String table, List<Element> elements) {
    List<SqlCreateTable.PrimaryKey> keys =
        elements.stream().flatMap(TableStatements::keys).toList();
    if (keys.size() > 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "multiple primary keys for table \"" + table + "\" are not allowed");
    }
    return keys.isEmpty() ? null : keys.getFirst();
  }

  private static Stream<SqlCreateTable.PrimaryKey> keys(Element element) {
    return switch (element) {
      case SqlCreateTable.PrimaryKey key -> Stream.of(key);
      case ColumnElement column ->
          column.constraints().stream()
              .filter(ColumnConstraint.PrimaryKey.class::isInstance)
              .map(constraint -> ((ColumnConstraint.PrimaryKey) constraint).of(column.name()));
      case SqlCreateTable.Family _, SqlCreateTable.TableRule _, SqlCreateTable.Like _ ->
          Stream.empty();
    };
  }

  private static List<String> namesOf(SqlCreateTable.PrimaryKey key) {
    return key.parts().stream().map(part -> part.column().getSimple()).toList();
  }

  private static TableSchema build(
      List<Element> elements,
      List<SqlCreateTable.KeyPart> key,
      Set<String> required,
      NameScope names) {
    TableSchemaBuilder builder = TableSchema.builder();
    for (Element element : elements) {
      if (element instanceof ColumnElement column) {
        addColumn(builder, column, required, names);
      }
    }
    for (SqlCreateTable.KeyPart part : key) {
      builder.key(
          part.column().getSimple(),
          part.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING);
    }
    for (Element element : elements) {
      if (element instanceof SqlCreateTable.Family(String name, List<String> columns)) {
        builder.family(name, columns.toArray(String[]::new));
      }
    }
    return builder.build();
  }

  private static void addColumn(
      TableSchemaBuilder builder, ColumnElement column, Set<String> required, NameScope names) {
    String name = column.name().getSimple();
    ColumnType type = ColumnTypes.of(column.type(), names);
    boolean isRequired = required.contains(name);
    for (ColumnConstraint constraint : column.constraints()) {
      switch (constraint) {
        case ColumnConstraint.NotNull _ -> isRequired = true;
        case ColumnConstraint.Null _, ColumnConstraint.PrimaryKey _ -> {} // said elsewhere
        case ColumnConstraint.Identity _ -> {} // kept as a generated column
        case ColumnConstraint.Default _, ColumnConstraint.Rule _ -> {} // kept beside the columns
      }
    }
    if (isRequired) {
      builder.required(name, type);
    } else {
      builder.nullable(name, type);
    }
  }
}
