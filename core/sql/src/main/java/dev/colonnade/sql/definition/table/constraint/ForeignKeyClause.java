package dev.colonnade.sql.definition.table.constraint;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.constraint.ReferentialAction;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.KeyAction;
import dev.colonnade.sql.syntax.definition.TableElement.References;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Foreign keys of a table as statements define them.
 *
 * @param constraints the table's constraints so far
 */
record ForeignKeyClause(
    NameScope scope,
    Table table,
    ConstrainedTable owner,
    TableConstraints constraints,
    ConstraintNames names) {
  /** Maximum count of the columns of a foreign key. */
  private static final int COLUMNS_MAX = 32;

  /** Returns a foreign key; refused if it references no key. */
  ForeignKey of(TableElement.Constraint constraint, TableRule.ForeignKey key) {
    References references = key.references();
    if (references.matchFull() && key.columns().size() > 1) {
      throw TableClauses.unsupported("MATCH FULL of several columns", constraint.position());
    }
    String name = names.ofConstraint(constraint.name(), key.columns(), "fkey");
    Table target = targetOf(references.table());
    List<Column> columns = columnsOf(table, key.columns());
    List<Column> targets =
        references.columns().isEmpty()
            ? target.declaredKey()
            : columnsOf(target, references.columns());
    if (references.columns().isEmpty()) {
      requirePrimaryKey(target);
    } else {
      requireKey(target, targets);
    }
    if (columns.size() != targets.size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_FOREIGN_KEY,
          "number of referencing and referenced columns for foreign key disagree");
    }
    requireReferences(target, targets);
    requireNotGenerated(columns, references);
    requireComparable(name, columns, targets);
    return new ForeignKey(
        name,
        columns.stream().map(Column::id).toList(),
        new ForeignKey.Target(target.id(), targets.stream().map(Column::id).toList()),
        new ForeignKey.Actions(
            actionOf(references.onDelete(), key, constraint.position()),
            actionOf(references.onUpdate(), key, constraint.position())),
        TableClauses.timingOf(constraint.timing()),
        !constraint.timing().notValid());
  }

  /** Throws SYNTAX_ERROR if an action would write to a generated column. */
  private void requireNotGenerated(List<Column> columns, TableElement.References references) {
    var generated = table.descriptor().properties().generated();
    if (columns.stream().noneMatch(column -> generated.containsKey(column.id()))) {
      return;
    }
    boolean isSetOnDelete =
        switch (references.onDelete().action()) {
          case SET_NULL, SET_DEFAULT -> true;
          case NO_ACTION, RESTRICT, CASCADE -> false;
        };
    boolean isSetOnUpdate =
        switch (references.onUpdate().action()) {
          case SET_NULL, SET_DEFAULT, CASCADE -> true;
          case NO_ACTION, RESTRICT -> false;
        };
    if (isSetOnDelete || isSetOnUpdate) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "invalid %s action for foreign key constraint containing generated column"
              .formatted(isSetOnUpdate ? "ON UPDATE" : "ON DELETE"));
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not reference the columns of a table. */
  private void requireReferences(Table target, List<Column> columns) {
    RolePrivileges user = scope.privileges();
    int bit = Privilege.REFERENCES.bit();
    boolean isAllowed =
        target.id() == Table.DETACHED_ID
            || user.isSuperuser()
            || (user.mask(SecuredKind.TABLE, target.id()) & bit) != 0
            || columns.stream()
                .allMatch(column -> (user.columnMask(target.id(), column.id()) & bit) != 0);
    if (!isAllowed) {
      throw PrivilegeChecks.denied(target);
    }
  }

  private Table targetOf(QualifiedName name) {
    if (table.id() == Table.DETACHED_ID && owner.isNamed(name.parts())) {
      return table;
    }
    Relation found = RelationLookup.require(scope, name);
    if (!(found instanceof Table target)) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          "referenced relation \"%s\" is not a table".formatted(found.name()));
    }
    SchemaEntry schema = scope.catalog().findSchema(target.schemaId());
    if (owner.isTemporary() != (schema != null && schema.isTemporary())) {
      String kind = owner.isTemporary() ? "temporary" : "permanent";
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "constraints on %s tables may reference only %s tables".formatted(kind, kind));
    }
    return target.id() == table.id() ? table : target;
  }

  private static List<Column> columnsOf(Table table, List<String> names) {
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      if (!table.schema().hasVisibleColumn(name)) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_COLUMN,
            "column \"%s\" referenced in foreign key constraint does not exist".formatted(name));
      }
      if (columns.size() == COLUMNS_MAX) {
        throw new ColonnadeException(
            ErrorCode.TOO_MANY_COLUMNS,
            "cannot have more than %d keys in a foreign key".formatted(COLUMNS_MAX));
      }
      columns.add(table.schema().column(name));
    }
    return columns;
  }

  private static void requirePrimaryKey(Table target) {
    Index key = target.keyIndex();
    if (target.declaredKey().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "there is no primary key for referenced table \"%s\"".formatted(target.name()));
    }
    if (key != null && key.definition().kind().timing().isDeferrable()) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "cannot use a deferrable primary key for referenced table \"%s\""
              .formatted(target.name()));
    }
  }

  private void requireKey(Table target, List<Column> columns) {
    Set<Integer> ids = new HashSet<>();
    columns.forEach(column -> ids.add(column.id()));
    if (ids.size() != columns.size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_FOREIGN_KEY,
          "foreign key referenced-columns list must not contain duplicates");
    }
    Set<Integer> key = new HashSet<>();
    target.schema().primaryKey().forEach(part -> key.add(part.columnId()));
    List<Index> indexes =
        target.id() == table.id()
            ? constraints.indexes()
            : target.descriptor().constraints().indexes();
    if (ids.equals(key) || indexes.stream().anyMatch(index -> isKey(index, ids))) {
      return;
    }
    if (indexes.stream().anyMatch(index -> isDeferrableKey(index, ids))) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "cannot use a deferrable unique constraint for referenced table \"%s\""
              .formatted(target.name()));
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_FOREIGN_KEY,
        "there is no unique constraint matching given keys for referenced table \"%s\""
            .formatted(target.name()));
  }

  /** Returns whether an index finds the rows of foreign keys that reference columns. */
  static boolean isKey(Index index, Set<Integer> columnIds) {
    return index.isUnique() && index.definition().predicate() == null && isOf(index, columnIds);
  }

  private static boolean isDeferrableKey(Index index, Set<Integer> columnIds) {
    return index.definition().kind().timing().isDeferrable() && isOf(index, columnIds);
  }

  private static boolean isOf(Index index, Set<Integer> columnIds) {
    Set<Integer> own = new HashSet<>();
    index.definition().columns().forEach(part -> own.add(part.columnId()));
    return own.equals(columnIds);
  }

  static void requireComparable(String name, List<Column> columns, List<Column> targets) {
    for (int i = 0; i < columns.size(); i++) {
      ColumnType left = columns.get(i).type();
      ColumnType right = targets.get(i).type();
      if (!isComparable(left, right)) {
        throw new ColonnadeException(
            ErrorCode.TYPE_MISMATCH,
            "foreign key constraint \"%s\" cannot be implemented".formatted(name),
            ErrorFields.NONE.withDetail(
                "Key columns \"%s\" and \"%s\" are of incompatible types: %s and %s."
                    .formatted(
                        columns.get(i).name(), targets.get(i).name(), shown(left), shown(right))));
      }
    }
  }

  private static String shown(ColumnType type) {
    return type instanceof ColumnType.Enumerated(EnumType labels)
        ? labels.name()
        : TypeMapping.sqlType(type).kind().sqlName();
  }

  private static boolean isComparable(ColumnType left, ColumnType right) {
    if (left instanceof ColumnType.Enumerated || right instanceof ColumnType.Enumerated) {
      return left instanceof ColumnType.Enumerated(EnumType labels)
          && right instanceof ColumnType.Enumerated(EnumType others)
          && labels.id() == others.id();
    }
    if (left instanceof ColumnType.Packed one
        && right instanceof ColumnType.Packed other
        && one.kind() == PackedKind.ARRAY
        && other.kind() == PackedKind.ARRAY) {
      return isComparable(one.elementType(), other.elementType());
    }
    TypeKind kind = TypeMapping.sqlType(left).kind();
    TypeKind otherKind = TypeMapping.sqlType(right).kind();
    return kind == otherKind
        || isComparableNumber(kind, otherKind)
        || (kind.isText() && otherKind.isText());
  }

  /**
   * Returns whether numbers have an operator with those of a key: integers and floats among each
   * other, and the types that convert to that of the key implicitly.
   */
  private static boolean isComparableNumber(TypeKind kind, TypeKind key) {
    return switch (key) {
      case SMALLINT, INTEGER, BIGINT, NUMERIC -> kind.isInteger();
      case REAL, DOUBLE -> kind.isNumber();
      default -> false;
    };
  }

  private ReferentialAction actionOf(KeyAction action, TableRule.ForeignKey key, int position) {
    for (String column : action.columns()) {
      if (!table.schema().hasVisibleColumn(column)) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_COLUMN,
            "column \"%s\" referenced in foreign key constraint does not exist".formatted(column));
      }
      if (!key.columns().contains(column)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "column \"%s\" referenced in ON DELETE SET action must be part of foreign key"
                .formatted(column));
      }
    }
    if (!action.columns().isEmpty()
        && !new HashSet<>(action.columns()).containsAll(key.columns())) {
      throw TableClauses.unsupported("a list of columns of SET NULL", position);
    }
    return switch (action.action()) {
      case NO_ACTION -> ReferentialAction.NO_ACTION;
      case RESTRICT -> ReferentialAction.RESTRICT;
      case CASCADE -> ReferentialAction.CASCADE;
      case SET_NULL -> ReferentialAction.SET_NULL;
      case SET_DEFAULT -> ReferentialAction.SET_DEFAULT;
    };
  }
}
