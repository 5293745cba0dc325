package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.constraint.ReferentialAction;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTypes;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Reader of the indexes and constraints of one table as entries of the system tables. */
final class IndexConstraintReader {
  private final Table table;
  private final SystemRelation relation;

  /** OIDs already assigned from hashes of constraint names. */
  private final Set<Long> usedOids = new HashSet<>();

  IndexConstraintReader(Table table, SystemRelation relation) {
    this.table = table;
    this.relation = relation;
  }

  /** Returns the index of the primary key and all other readable indexes. */
  public List<IndexEntry> indexes() {
    List<IndexEntry> found = new ArrayList<>();
    if (!table.schema().hasHiddenKey()) {
      List<KeyColumn> key = table.schema().primaryKey();
      long oid = SystemOids.keyIndex(table.id());
      Index.Definition definition = Index.Definition.of(IndexKind.UNIQUE, key);
      found.add(index(oid, keyName(), definition, new Uniqueness(true, true, true)));
    }
    for (Index index : rules().indexes()) {
      Index.Definition definition = index.definition();
      found.add(
          index(
              SystemOids.index(table.id(), index.id()),
              index.name(),
              definition,
              new Uniqueness(
                  definition.kind().isUniqueAtCommit(),
                  index.equals(table.keyIndex()),
                  !definition.kind().timing().isDeferrable())));
    }
    return found;
  }

  private TableConstraints rules() {
    return table.descriptor().constraints();
  }

  private String keyName() {
    return Objects.requireNonNullElse(rules().keyName(), table.name() + "_pkey");
  }

  private IndexEntry index(
      long oid, String name, Index.Definition definition, Uniqueness uniqueness) {
    List<KeyColumn> key = definition.columns();
    List<Integer> columns =
        new ArrayList<>(
            key.stream()
                .map(KeyColumn::columnId)
                .map(id -> IndexExpression.isId(id) ? IndexEntry.EXPRESSION : id)
                .toList());
    columns.addAll(definition.included());
    Index.Predicate condition = definition.predicate();
    return new IndexEntry(
        indexRelation(oid, name, definition),
        relation,
        columns,
        key.size(),
        key.stream()
            .map(definition::expression)
            .filter(Objects::nonNull)
            .map(expression -> ExpressionText.plain(expression.text()))
            .toList(),
        key.stream().map(part -> part.direction() == SortDirection.DESCENDING).toList(),
        uniqueness.isUnique(),
        definition.nullsDistinct(),
        uniqueness.isPrimary(),
        uniqueness.isImmediate(),
        condition == null ? null : ExpressionText.plain(condition.expression()));
  }

  /** Uniqueness properties of an index. */
  private record Uniqueness(boolean isUnique, boolean isPrimary, boolean isImmediate) {}

  private SystemRelation indexRelation(long oid, String name, Index.Definition definition) {
    List<Attribute> attributes = new ArrayList<>();
    for (KeyColumn part : definition.columns()) {
      IndexExpression expression = definition.expression(part);
      if (expression == null) {
        addColumn(attributes, part.columnId());
      } else {
        addAttribute(
            attributes,
            expression.name(),
            SystemTypes.oidOf(expression.type()),
            SystemTypes.modifierOf(expression.type()));
      }
    }
    definition.included().forEach(id -> addColumn(attributes, id));
    return new SystemRelation(
        oid, name, relation.schema(), SystemRelation.INDEX, 0, attributes, null, null);
  }

  private void addColumn(List<Attribute> attributes, int columnId) {
    Attribute of = relation.attribute(columnId);
    if (of != null) {
      addAttribute(attributes, of.name(), of.typeOid(), of.modifier());
    }
  }

  private static void addAttribute(
      List<Attribute> attributes, String name, long typeOid, int modifier) {
    List<String> usedNames = attributes.stream().map(Attribute::name).toList();
    attributes.add(
        new Attribute(
            attributes.size() + 1,
            TableIndex.uniqueName(usedNames, name),
            typeOid,
            modifier,
            false,
            null));
  }

  /**
   * Returns all constraints.
   *
   * @param relations returns the relation of an OID, or null
   */
  public List<ConstraintEntry> constraints(LongFunction<@Nullable SystemRelation> relations) {
    List<ConstraintEntry> found = new ArrayList<>();
    if (!table.schema().hasHiddenKey()) {
      List<Integer> key = table.schema().primaryKey().stream().map(KeyColumn::columnId).toList();
      long keyOid = SystemOids.keyConstraint(table.id());
      long keyIndex = SystemOids.keyIndex(table.id());
      IndexBacked primary =
          new IndexBacked(ConstraintEntry.PRIMARY, ConstraintTiming.NOT_DEFERRABLE);
      found.add(indexConstraint(keyOid, keyName(), primary, keyIndex, key));
    }
    for (Index index : rules().indexes()) {
      if (index.definition().kind().isConstraint()) {
        boolean isKey = index.equals(table.keyIndex());
        found.add(
            indexConstraint(
                SystemOids.uniqueConstraint(table.id(), index.id()),
                index.name(),
                new IndexBacked(
                    isKey ? ConstraintEntry.PRIMARY : ConstraintEntry.UNIQUE,
                    index.definition().kind().timing()),
                SystemOids.index(table.id(), index.id()),
                index.definition().columns().stream().map(KeyColumn::columnId).toList()));
      }
    }
    for (CheckConstraint check : rules().checks()) {
      found.add(
          new ConstraintEntry(
              named(check.name()),
              check.name(),
              ConstraintEntry.CHECK,
              relation,
              0,
              check.columnIds(),
              null,
              ExpressionText.plain(check.expression()),
              new ConstraintEntry.Marks(
                  ConstraintTiming.NOT_DEFERRABLE, check.isNoInherit(), check.isValidated())));
    }
    for (ForeignKey foreignKey : rules().foreignKeys()) {
      SystemRelation target = relations.apply(SystemOids.of(foreignKey.target().tableId()));
      if (target != null) {
        found.add(foreignKey(foreignKey, target));
      }
    }
    return found;
  }

  /** Returns the next free OID of a constraint that is identified by its name only. */
  private long named(String name) {
    int turn = 0;
    long oid = SystemOids.namedConstraint(table.id(), name, turn);
    while (!usedOids.add(oid)) {
      oid = SystemOids.namedConstraint(table.id(), name, ++turn);
    }
    return oid;
  }

  /** Kind and timing of a constraint that an index enforces. */
  private record IndexBacked(char kind, ConstraintTiming timing) {}

  private ConstraintEntry indexConstraint(
      long oid, String name, IndexBacked backed, long indexOid, List<Integer> columns) {
    return new ConstraintEntry(
        oid,
        name,
        backed.kind(),
        relation,
        indexOid,
        columns,
        null,
        null,
        ConstraintEntry.Marks.of(backed.timing()));
  }

  private ConstraintEntry foreignKey(ForeignKey key, SystemRelation target) {
    return new ConstraintEntry(
        named(key.name()),
        key.name(),
        ConstraintEntry.FOREIGN,
        relation,
        targetIndex(key, target),
        key.columnIds(),
        new ConstraintEntry.Reference(
            target,
            key.target().columnIds(),
            letter(key.actions().onUpdate()),
            letter(key.actions().onDelete())),
        null,
        new ConstraintEntry.Marks(key.timing(), false, key.isValidated()));
  }

  /** Returns the index of the referenced key; 0 if it no longer exists. */
  private static long targetIndex(ForeignKey key, SystemRelation target) {
    Table table = target.table();
    if (table == null) {
      return 0;
    }
    List<Integer> wanted = key.target().columnIds().stream().sorted().toList();
    if (sorted(table.schema().primaryKey()).equals(wanted)) {
      return SystemOids.keyIndex(table.id());
    }
    return table.descriptor().constraints().indexes().stream()
        .filter(index -> index.isUnique() && sorted(index.definition().columns()).equals(wanted))
        .mapToLong(index -> SystemOids.index(table.id(), index.id()))
        .findFirst()
        .orElse(0);
  }

  private static List<Integer> sorted(List<KeyColumn> columns) {
    return columns.stream().map(KeyColumn::columnId).sorted().toList();
  }

  private static char letter(ReferentialAction action) {
    return switch (action) {
      case NO_ACTION -> 'a';
      case RESTRICT -> 'r';
      case CASCADE -> 'c';
      case SET_NULL -> 'n';
      case SET_DEFAULT -> 'd';
    };
  }
}
