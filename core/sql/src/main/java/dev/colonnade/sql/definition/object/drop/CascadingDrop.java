package dev.colonnade.sql.definition.object.drop;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.text.StoredTextUses;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.Notices;
import dev.colonnade.sql.syntax.DropBehavior;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Drop of objects together with those that depend on them. */
public final class CascadingDrop {
  /** Maximum number of objects in the detail of a notice. */
  private static final int REPORTED_MAX = 100;

  private CascadingDrop() {}

  /** Drops objects, and adds a notice of the dependents that are dropped as well. */
  static void run(
      Execution execution,
      DropBehavior behavior,
      StatementAnalysis analysis,
      Function<ObjectDrop, List<String>> steps) {
    List<String> dropped =
        execution
            .transaction()
            .catalogChanges()
            .alter(edit -> steps.apply(within(edit, behavior, analysis)));
    addNotice(dropped, execution.notices());
  }

  /** Returns the drop of objects, and of the dependents that texts name, in a catalog. */
  public static ObjectDrop within(
      CatalogEdit edit, DropBehavior behavior, StatementAnalysis analysis) {
    return new ObjectDrop(
        edit,
        behavior == DropBehavior.CASCADE,
        new StoredTextUses(analysis),
        (schemaId, name) -> shown(analysis.names(), edit, schemaId, name));
  }

  /** Returns a name with its schema unless the search path finds it. */
  private static String shown(NameScope names, CatalogEdit edit, int schemaId, String name) {
    boolean isVisible = names.pathIds().contains(schemaId);
    SchemaEntry schema = edit.before().findSchema(schemaId);
    return isVisible || schema == null
        ? NameScope.quoted(name)
        : NameScope.quoted(schema.name()) + "." + NameScope.quoted(name);
  }

  /** Adds the notice of dependents, given by their texts. */
  public static void addNotice(List<String> dropped, Notices notices) {
    if (dropped.size() == 1) {
      notices.say("drop cascades to " + dropped.getFirst());
    } else if (!dropped.isEmpty()) {
      String detail =
          dropped.stream()
              .limit(REPORTED_MAX)
              .map(text -> "drop cascades to " + text)
              .collect(Collectors.joining("\n"));
      int others = dropped.size() - REPORTED_MAX;
      String rest =
          others > 0
              ? "\nand %d other object%s (see server log for list)"
                  .formatted(others, others == 1 ? "" : "s")
              : "";
      notices.say("drop cascades to %d other objects".formatted(dropped.size()), detail + rest);
    }
  }
}
