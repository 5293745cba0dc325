package dev.colonnade.catalog;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Drop of objects within a {@link CatalogEdit}: together with their dependents (CASCADE), or with
 * an error that lists the dependents (RESTRICT). Objects that a dropped object owns, such as the
 * sequences of a table, are dropped in both cases. Not thread-safe.
 */
public final class ObjectDrop {
  /** Object, column, constraint or default to be dropped. */
  private sealed interface Target {
    /** Returns the text for messages. */
    String text();
  }

  private record OfRelation(Relation relation) implements Target {
    @Override
    public String text() {
      return relation.kind() + " " + relation.name();
    }
  }

  private record OfEnum(EnumType type) implements Target {
    @Override
    public String text() {
      return "type " + type.name();
    }
  }

  private record OfColumn(int tableId, String tableName, int columnId, String columnName)
      implements Target {
    @Override
    public String text() {
      return "column " + columnName + " of table " + tableName;
    }
  }

  private record OfForeignKey(int tableId, String tableName, String name) implements Target {
    @Override
    public String text() {
      return "constraint " + name + " on table " + tableName;
    }
  }

  private record OfDefault(int tableId, String tableName, int columnId, String columnName)
      implements Target {
    @Override
    public String text() {
      return "default value for column " + columnName + " of table " + tableName;
    }
  }

  private final CatalogEdit edit;
  private final CatalogSnapshot before;
  private final boolean cascade;
  private final Set<Target> visited = new LinkedHashSet<>();

  /**
   * Targets that are dropped without a notice: requested by the statement, or owned by a dropped
   * object.
   */
  private final Set<Target> requested = new HashSet<>();

  private final List<String> dependencies = new ArrayList<>();
  private final List<String> cascaded = new ArrayList<>();

  /** Creates an empty drop; dependents are dropped too if {@code cascade} is true. */
  public ObjectDrop(CatalogEdit edit, boolean cascade) {
    this.edit = edit;
    this.before = edit.snapshot();
    this.cascade = cascade;
  }

  /**
   * Returns the dependents that were dropped in addition to the requested objects, as texts for
   * notices.
   */
  public List<String> cascaded() {
    return List.copyOf(cascaded);
  }

  /**
   * Drops relations. Throws DEPENDENT_OBJECTS if other objects depend on them and the drop does not
   * cascade.
   */
  public void dropRelations(List<? extends Relation> relations) {
    List<Target> targets = new ArrayList<>();
    for (Relation relation : relations) {
      if (relation instanceof SequenceEntry sequence) {
        requireNoIdentity(sequence);
      }
      targets.add(new OfRelation(relation));
    }
    drop(targets, targets.isEmpty() ? "" : targets.getFirst().text());
  }

  /** Drops enums. */
  public void dropEnums(List<EnumType> types) {
    List<Target> targets = new ArrayList<>();
    types.forEach(type -> targets.add(new OfEnum(type)));
    drop(targets, targets.isEmpty() ? "" : targets.getFirst().text());
  }

  /** Drops a column. */
  public void dropColumn(Table table, Column column) {
    Target target = new OfColumn(table.id(), table.name(), column.id(), column.name());
    drop(List.of(target), target.text());
  }

  /** Drops schemas with their objects. */
  public void dropSchemas(List<SchemaEntry> schemas) {
    List<Target> content = new ArrayList<>();
    for (SchemaEntry schema : schemas) {
      before.relations(schema.id()).forEach(relation -> content.add(new OfRelation(relation)));
      before.enums(schema.id()).forEach(type -> content.add(new OfEnum(type)));
      for (Target target : content) {
        dependencies.add(textIn(schema, target) + " depends on schema " + schema.name());
      }
      if (!cascade && !content.isEmpty()) {
        throw dependent("schema " + schema.name());
      }
    }
    content.forEach(target -> cascaded.add(target.text()));
    drop(content, "schema");
    schemas.forEach(new NamespaceEdit(edit)::dropSchema);
  }

  /** Returns the text of a target with its schema, which may not be in the search path. */
  private static String textIn(SchemaEntry schema, Target target) {
    return schema.name().equals(BuiltIns.PUBLIC)
        ? target.text()
        : target.text().replaceFirst(" ", " " + schema.name() + ".");
  }

  private void drop(List<Target> targets, String what) {
    requested.addAll(targets);
    Deque<Target> queue = new ArrayDeque<>(targets);
    while (!queue.isEmpty()) {
      Target target = queue.removeFirst();
      if (visited.add(target)) {
        ownedSequences(target).forEach(queue::addLast);
        for (Target dependent : dependents(target)) {
          if (!isAlreadyDropped(dependent)) {
            dependencies.add(dependent.text() + " depends on " + target.text());
            cascaded.add(dependent.text());
            queue.addLast(dependent);
          }
        }
      }
    }
    if (!cascade && !dependencies.isEmpty()) {
      throw dependent(what);
    }
    apply();
  }

  /** Returns whether the dependent, or the table that it is a part of, is dropped already. */
  private boolean isAlreadyDropped(Target dependent) {
    if (requested.contains(dependent) || visited.contains(dependent)) {
      return true;
    }
    int tableId =
        switch (dependent) {
          case OfColumn column -> column.tableId();
          case OfDefault value -> value.tableId();
          case OfForeignKey key -> key.tableId();
          case OfRelation _, OfEnum _ -> 0;
        };
    return tableId != 0
        && Stream.concat(requested.stream(), visited.stream())
            .anyMatch(target -> target instanceof OfRelation(Table table) && table.id() == tableId);
  }

  /** Returns the sequences that the target owns, which are dropped without a notice. */
  private List<Target> ownedSequences(Target target) {
    List<Target> owned = new ArrayList<>();
    for (Relation relation : before.relations()) {
      if (relation instanceof SequenceEntry sequence && owns(target, sequence)) {
        owned.add(new OfRelation(sequence));
        requested.add(new OfRelation(sequence));
      }
    }
    return owned;
  }

  private static boolean owns(Target target, SequenceEntry sequence) {
    SequenceEntry.Owner owner = sequence.owner();
    if (owner == null) {
      return false;
    }
    return switch (target) {
      case OfRelation(Relation relation) -> relation.id() == owner.tableId();
      case OfColumn column ->
          column.tableId() == owner.tableId() && column.columnId() == owner.columnId();
      case OfDefault _, OfForeignKey _, OfEnum _ -> false;
    };
  }

  /** Returns the objects that directly depend on the target. */
  private List<Target> dependents(Target target) {
    List<Target> dependents = new ArrayList<>();
    for (Relation relation : before.relations()) {
      if (relation instanceof View view && dependsOn(view, target)) {
        dependents.add(new OfRelation(view));
      }
      if (relation instanceof Table table) {
        addColumns(dependents, table, target);
      }
    }
    addForeignKeys(dependents, target);
    return dependents;
  }

  private void addForeignKeys(List<Target> dependents, Target target) {
    int tableId =
        switch (target) {
          case OfRelation(Relation relation) -> relation.id();
          case OfColumn column -> column.tableId();
          case OfDefault _, OfForeignKey _, OfEnum _ -> 0;
        };
    for (CatalogSnapshot.Reference reference : before.referencesTo(tableId)) {
      boolean isReferenced =
          !(target instanceof OfColumn column)
              || reference.key().target().columnIds().contains(column.columnId());
      if (isReferenced) {
        Table table = reference.table();
        dependents.add(new OfForeignKey(table.id(), table.name(), reference.key().name()));
      }
    }
  }

  private static boolean dependsOn(View view, Target target) {
    return switch (target) {
      case OfRelation(Relation relation) -> view.dependsOn(relation.id());
      case OfEnum(EnumType type) -> view.dependsOn(type.id());
      case OfColumn column -> view.dependsOn(column.tableId(), column.columnId());
      case OfDefault _, OfForeignKey _ -> false;
    };
  }

  private static void addColumns(List<Target> dependents, Table table, Target target) {
    for (Column column : table.schema().columns()) {
      switch (target) {
        case OfEnum(EnumType type) when isOf(column, type) ->
            dependents.add(new OfColumn(table.id(), table.name(), column.id(), column.name()));
        case OfRelation(SequenceEntry sequence) when usesSequence(table, column, sequence) ->
            dependents.add(new OfDefault(table.id(), table.name(), column.id(), column.name()));
        default -> {} // columns depend on enums and sequences only
      }
    }
  }

  private static boolean isOf(Column column, EnumType type) {
    return column.type() instanceof Enumerated(EnumType used) && used.id() == type.id();
  }

  private static boolean usesSequence(Table table, Column column, SequenceEntry sequence) {
    String text = table.descriptor().defaults().get(column.id());
    return text != null && DefaultClause.sequencesIn(text).contains(sequence.id());
  }

  private void apply() {
    Map<Integer, Set<Integer>> columns = new HashMap<>();
    Map<Integer, Set<Integer>> defaults = new HashMap<>();
    List<OfForeignKey> foreignKeys = new ArrayList<>();
    for (Target target : visited) {
      switch (target) {
        case OfRelation(Relation relation) -> edit.remove(relation);
        case OfColumn column ->
            columns.computeIfAbsent(column.tableId(), _ -> new HashSet<>()).add(column.columnId());
        case OfDefault value ->
            defaults.computeIfAbsent(value.tableId(), _ -> new HashSet<>()).add(value.columnId());
        case OfForeignKey key -> foreignKeys.add(key);
        case OfEnum _ -> {} // dropped below, after the columns of this type
      }
    }
    foreignKeys.forEach(this::dropForeignKey);
    columns.forEach(this::dropColumns);
    defaults.forEach(this::dropDefaults);
    for (Target target : visited) {
      if (target instanceof OfEnum(EnumType type)) {
        edit.dropOrRetain(type);
      }
    }
  }

  private void dropForeignKey(OfForeignKey key) {
    Table table = edit.snapshot().findTable(key.tableId());
    if (table != null) {
      edit.changeConstraints(table, table.descriptor().constraints().withoutConstraint(key.name()));
    }
  }

  private void dropColumns(int tableId, Set<Integer> columnIds) {
    for (int columnId : columnIds) {
      Table table = edit.snapshot().findTable(tableId);
      if (table != null) {
        String name = table.schema().column(columnId).name();
        edit.changeColumns(table, table.history().dropColumn(name));
        edit.comment(new CommentTarget(tableId, columnId), null);
      }
    }
  }

  private void dropDefaults(int tableId, Set<Integer> columnIds) {
    Table table = edit.snapshot().findTable(tableId);
    if (table != null) {
      Map<Integer, String> left = new HashMap<>(table.descriptor().defaults());
      left.keySet().removeAll(columnIds);
      edit.changeProperties(table, table.descriptor().properties().withDefaults(left));
    }
  }

  private void requireNoIdentity(SequenceEntry sequence) {
    SequenceEntry.Owner owner = sequence.owner();
    if (owner != null && owner.isIdentity()) {
      Table table = before.table(owner.tableId());
      throw new ColonnadeException(
          ErrorCode.DEPENDENT_OBJECTS,
          "cannot drop sequence %s because column %s of table %s requires it"
              .formatted(
                  sequence.name(), table.schema().column(owner.columnId()).name(), table.name()));
    }
  }

  private ColonnadeException dependent(String what) {
    return new ColonnadeException(
        ErrorCode.DEPENDENT_OBJECTS,
        "cannot drop %s because other objects depend on it".formatted(what),
        ErrorFields.NONE
            .withDetail(String.join("\n", dependencies))
            .withHint("Use DROP ... CASCADE to drop the dependent objects too."));
  }
}
