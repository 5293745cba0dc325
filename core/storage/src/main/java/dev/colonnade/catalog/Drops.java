package dev.colonnade.catalog;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.SchemaEntry;
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

/**
 * Drops objects together with what needs them (CASCADE), or says what does (RESTRICT). What belongs
 * to a dropped object goes with it either way: the sequences of a table, all that is in a database.
 */
public final class Drops {
  /** Something that can be dropped. */
  private sealed interface Target {
    /** As messages call it. */
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
  private final Set<Target> found = new LinkedHashSet<>();
  private final Set<Target> wanted = new HashSet<>();
  private final List<String> complaints = new ArrayList<>();
  private final List<String> cascaded = new ArrayList<>();

  /** Nothing dropped yet. */
  public Drops(CatalogEdit edit, boolean cascade) {
    this.edit = edit;
    this.before = edit.snapshot();
    this.cascade = cascade;
  }

  /** What was dropped besides what was asked for, as notices call it. */
  public List<String> cascaded() {
    return List.copyOf(cascaded);
  }

  /** Drops relations; DEPENDENT_OBJECTS if something else needs them. */
  public void relations(List<? extends Relation> relations) {
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
  public void enums(List<EnumType> types) {
    List<Target> targets = new ArrayList<>();
    types.forEach(type -> targets.add(new OfEnum(type)));
    drop(targets, targets.isEmpty() ? "" : targets.getFirst().text());
  }

  /** Drops a column. */
  public void column(Table table, Column column) {
    Target target = new OfColumn(table.id(), table.name(), column.id(), column.name());
    drop(List.of(target), target.text());
  }

  /** Drops schemas with what is in them. */
  public void schemas(List<SchemaEntry> schemas) {
    List<Target> content = new ArrayList<>();
    for (SchemaEntry schema : schemas) {
      before.relations(schema.id()).forEach(relation -> content.add(new OfRelation(relation)));
      before.enums(schema.id()).forEach(type -> content.add(new OfEnum(type)));
      content.forEach(
          target -> complaints.add(within(schema, target) + " depends on schema " + schema.name()));
      if (!cascade && !content.isEmpty()) {
        throw dependent("schema " + schema.name());
      }
    }
    content.forEach(target -> cascaded.add(target.text()));
    drop(content, "schema");
    schemas.forEach(edit.names()::dropSchema);
  }

  /** A thing as one names it who may not see its schema. */
  private static String within(SchemaEntry schema, Target target) {
    return schema.name().equals(BuiltIns.PUBLIC)
        ? target.text()
        : target.text().replaceFirst(" ", " " + schema.name() + ".");
  }

  private void drop(List<Target> targets, String what) {
    wanted.addAll(targets);
    Deque<Target> open = new ArrayDeque<>(targets);
    while (!open.isEmpty()) {
      Target target = open.removeFirst();
      if (found.add(target)) {
        belongings(target).forEach(open::addLast);
        for (Target dependent : dependents(target)) {
          if (!isCovered(dependent)) {
            complaints.add(dependent.text() + " depends on " + target.text());
            cascaded.add(dependent.text());
            open.addLast(dependent);
          }
        }
      }
    }
    if (!cascade && !complaints.isEmpty()) {
      throw dependent(what);
    }
    apply();
  }

  private boolean isCovered(Target dependent) {
    if (wanted.contains(dependent) || found.contains(dependent)) {
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
        && java.util.stream.Stream.concat(wanted.stream(), found.stream())
            .anyMatch(target -> target instanceof OfRelation(Table table) && table.id() == tableId);
  }

  /** What goes silently with the target. */
  private List<Target> belongings(Target target) {
    List<Target> owned = new ArrayList<>();
    for (Relation relation : before.relations()) {
      if (relation instanceof SequenceEntry sequence && owns(target, sequence)) {
        owned.add(new OfRelation(sequence));
        wanted.add(new OfRelation(sequence));
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

  /** What does not work without the target. */
  private List<Target> dependents(Target target) {
    List<Target> needing = new ArrayList<>();
    for (Relation relation : before.relations()) {
      if (relation instanceof View view && needs(view, target)) {
        needing.add(new OfRelation(view));
      }
      if (relation instanceof Table table) {
        addColumns(needing, table, target);
      }
    }
    addForeignKeys(needing, target);
    return needing;
  }

  private void addForeignKeys(List<Target> needing, Target target) {
    int tableId =
        switch (target) {
          case OfRelation(Relation relation) -> relation.id();
          case OfColumn column -> column.tableId();
          case OfDefault _, OfForeignKey _, OfEnum _ -> 0;
        };
    for (CatalogSnapshot.Reference reference : before.referencesTo(tableId)) {
      boolean isMet =
          !(target instanceof OfColumn column)
              || reference.key().target().columnIds().contains(column.columnId());
      if (isMet) {
        Table table = reference.table();
        needing.add(new OfForeignKey(table.id(), table.name(), reference.key().name()));
      }
    }
  }

  private static boolean needs(View view, Target target) {
    return switch (target) {
      case OfRelation(Relation relation) -> view.uses(relation.id());
      case OfEnum(EnumType type) -> view.uses(type.id());
      case OfColumn column -> view.uses(column.tableId(), column.columnId());
      case OfDefault _, OfForeignKey _ -> false;
    };
  }

  private static void addColumns(List<Target> needing, Table table, Target target) {
    for (Column column : table.schema().columns()) {
      switch (target) {
        case OfEnum(EnumType type) when isOf(column, type) ->
            needing.add(new OfColumn(table.id(), table.name(), column.id(), column.name()));
        case OfRelation(SequenceEntry sequence) when draws(table, column, sequence) ->
            needing.add(new OfDefault(table.id(), table.name(), column.id(), column.name()));
        default -> {} // columns need enums and sequences only
      }
    }
  }

  private static boolean isOf(Column column, EnumType type) {
    return column.type() instanceof Enumerated(EnumType used) && used.id() == type.id();
  }

  private static boolean draws(Table table, Column column, SequenceEntry sequence) {
    String text = table.descriptor().defaults().get(column.id());
    return text != null && DefaultText.sequencesIn(text).contains(sequence.id());
  }

  private void apply() {
    Map<Integer, Set<Integer>> columns = new HashMap<>();
    Map<Integer, Set<Integer>> defaults = new HashMap<>();
    List<OfForeignKey> foreignKeys = new ArrayList<>();
    for (Target target : found) {
      switch (target) {
        case OfRelation(Relation relation) -> edit.remove(relation);
        case OfColumn column ->
            columns.computeIfAbsent(column.tableId(), _ -> new HashSet<>()).add(column.columnId());
        case OfDefault value ->
            defaults.computeIfAbsent(value.tableId(), _ -> new HashSet<>()).add(value.columnId());
        case OfForeignKey key -> foreignKeys.add(key);
        case OfEnum _ -> {} // after the columns that are of it
      }
    }
    foreignKeys.forEach(this::dropForeignKey);
    columns.forEach(this::dropColumns);
    defaults.forEach(this::dropDefaults);
    for (Target target : found) {
      if (target instanceof OfEnum(EnumType type)) {
        edit.bury(type);
      }
    }
  }

  private void dropForeignKey(OfForeignKey key) {
    Table table = edit.snapshot().findTable(key.tableId());
    if (table != null) {
      edit.changeRules(table, table.descriptor().rules().withoutConstraint(key.name()));
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
      edit.changeClauses(table, table.descriptor().clauses().withDefaults(left));
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
            .withDetail(String.join("\n", complaints))
            .withHint("Use DROP ... CASCADE to drop the dependent objects too."));
  }
}
