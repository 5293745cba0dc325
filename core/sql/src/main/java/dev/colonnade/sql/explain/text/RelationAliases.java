package dev.colonnade.sql.explain.text;

import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.system.SystemColumn;
import dev.colonnade.type.schema.Column;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Aliases of the relations of a plan, which are unique in it. The prefix in the names of a scan's
 * columns is its alias; without one, the alias is the name of the relation, with a number from its
 * second occurrence on.
 */
public final class RelationAliases {
  private static final String VALUES = "*VALUES*";
  private static final String RECURSIVE = "recursive";

  /** Start of the names that the planner gives to columns without a name. */
  private static final String GENERATED = "EXPR$";

  private final IdentityHashMap<PhysicalPlan, String> aliases = new IdentityHashMap<>();
  private final IdentityHashMap<PhysicalPlan, Boolean> visited = new IdentityHashMap<>();
  private final Set<String> used = new HashSet<>();
  private int countAbove;

  private RelationAliases() {}

  /**
   * Returns the aliases in a plan and in its subqueries.
   *
   * @param target alias of a relation that is not in the plan; null for none
   */
  public static RelationAliases of(PhysicalPlan plan, @Nullable String target) {
    RelationAliases aliases = new RelationAliases();
    if (target != null) {
      aliases.used.add(target);
      aliases.countAbove = 1;
    }
    aliases.visit(plan, false);
    return aliases;
  }

  /** Returns the number of relations. */
  public int count() {
    return aliases.size() + countAbove;
  }

  /** Returns the alias of a plan that reads a relation. */
  public String alias(PhysicalPlan scan, String relation) {
    return aliases.computeIfAbsent(scan, _ -> unique(relation));
  }

  /** Returns the name, with a number if it is already an alias, and makes it one. */
  public String unique(String name) {
    String alias = name;
    for (int number = 1; !used.add(alias); number++) {
      alias = name + "_" + number;
    }
    return alias;
  }

  private void visit(PhysicalPlan plan, boolean isCommonTable) {
    if (visited.put(plan, true) != null) {
      return;
    }
    String relation = relationOf(plan, isCommonTable);
    if (relation != null) {
      String prefix = prefixOf(plan);
      if (prefix != null) {
        used.add(prefix);
      }
      aliases.put(plan, prefix == null ? unique(relation) : prefix);
    }
    plan.inputs().forEach(input -> visit(input, false));
    if (plan instanceof ScanPlan.CteScan scan) {
      visit(scan.plan(), true);
    }
    PlanSubqueries.of(plan).forEach(subquery -> visit(subquery.plan(), false));
  }

  /** Returns the name of the relation that a plan reads; null if it reads none. */
  private static @Nullable String relationOf(PhysicalPlan plan, boolean isCommonTable) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> scan.table().name();
      case ScanPlan.SystemScan scan -> scan.table().name();
      case ScanPlan.NamedRowsScan scan -> scan.name();
      case ScanPlan.CteScan scan -> scan.name();
      case ScanPlan.WorkingTableScan scan -> scan.name();
      case ScanPlan.Values values -> values.rows().size() > 1 ? VALUES : null;
      case SetPlan.RecursiveUnion union -> isCommonTable ? null : nameOf(union);
      case RowPlan.Unnest unnest -> SetFunctions.isScan(unnest) ? SetFunctions.name(unnest) : null;
      default -> null;
    };
  }

  /** Returns the name under which the step of a recursion reads its working table. */
  public static String nameOf(SetPlan.RecursiveUnion union) {
    String name = workingTableName(union.step(), union.id());
    return name == null ? RECURSIVE : name;
  }

  private static @Nullable String workingTableName(PhysicalPlan plan, int id) {
    if (plan instanceof ScanPlan.WorkingTableScan scan && scan.id() == id) {
      return scan.name();
    }
    for (PhysicalPlan input : plan.inputs()) {
      String name = workingTableName(input, id);
      if (name != null) {
        return name;
      }
    }
    return null;
  }

  /** Returns the prefix in the names of a scan's columns; null if they have none. */
  private static @Nullable String prefixOf(PhysicalPlan plan) {
    if (plan.columns().isEmpty()) {
      return null;
    }
    PlanColumn first = plan.columns().getFirst();
    String suffix = "." + columnName(plan, 0);
    return first.name().length() > suffix.length() && first.name().endsWith(suffix)
        ? first.name().substring(0, first.name().length() - suffix.length())
        : null;
  }

  /** Returns the name of a column of a relation, without a prefix. */
  public static String columnName(PhysicalPlan scan, int index) {
    String name = scan.columns().get(index).name();
    return switch (scan) {
      case ScanPlan.TableScan table -> storedName(table, index);
      case ScanPlan.SystemScan system -> storedName(system, index, name);
      case ScanPlan.Values _ -> "column" + (index + 1);
      case RowPlan.Unnest unnest when name.startsWith(GENERATED) -> SetFunctions.name(unnest);
      default -> name.substring(name.lastIndexOf('.') + 1);
    };
  }

  private static String storedName(ScanPlan.SystemScan scan, int index, String name) {
    int ordinal = scan.ordinals().get(index);
    List<SystemColumn> stored = scan.table().columns();
    return ordinal < stored.size()
        ? stored.get(ordinal).name()
        : name.substring(name.lastIndexOf('.') + 1);
  }

  private static String storedName(ScanPlan.TableScan scan, int index) {
    List<Column> stored = scan.table().schema().columns();
    return stored.get(scan.ordinals().get(index)).name();
  }
}
