package dev.colonnade.sql.explain.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.SubqueryPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Common table expressions of a plan by the query to which they belong: the innermost one whose
 * plan and subqueries contain all of their scans. One use.
 */
public final class CommonTables {
  private final Set<PhysicalPlan> placed = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Common table expression.
   *
   * @param plan a recursion that is not scanned by name is its own plan
   */
  public record CommonTable(String name, PhysicalPlan plan) {
    public CommonTable {
      requireNonNull(name, "name is null");
      requireNonNull(plan, "plan is null");
    }
  }

  /**
   * Returns the common table expressions that belong to a query and not to an enclosing one, which
   * was asked for before, each behind those that it reads.
   */
  public List<CommonTable> of(PhysicalPlan query) {
    List<CommonTable> found = new ArrayList<>();
    List<PhysicalPlan> subqueries = new ArrayList<>();
    collect(query, found, subqueries);
    shared(subqueries).forEach(scan -> collect(scan, found, new ArrayList<>()));
    return found;
  }

  private void collect(PhysicalPlan plan, List<CommonTable> found, List<PhysicalPlan> subqueries) {
    switch (plan) {
      case ScanPlan.CteScan scan -> {
        if (placed.add(scan.plan())) {
          collectContent(scan.plan(), found, subqueries);
          found.add(new CommonTable(scan.name(), scan.plan()));
        }
      }
      case SetPlan.RecursiveUnion union -> {
        if (placed.add(union)) {
          collectContent(union, found, subqueries);
          found.add(new CommonTable(RelationAliases.nameOf(union), union));
        }
      }
      default -> collectContent(plan, found, subqueries);
    }
  }

  private void collectContent(
      PhysicalPlan plan, List<CommonTable> found, List<PhysicalPlan> subqueries) {
    plan.inputs().forEach(input -> collect(input, found, subqueries));
    PlanSubqueries.of(plan).stream().map(SubqueryPlan::plan).forEach(subqueries::add);
  }

  /** Returns scans of the common table expressions that several subqueries contain. */
  private static List<PhysicalPlan> shared(List<PhysicalPlan> subqueries) {
    List<PhysicalPlan> shared = new ArrayList<>();
    IdentityHashMap<PhysicalPlan, PhysicalPlan> users = new IdentityHashMap<>();
    for (PhysicalPlan subquery : subqueries) {
      for (ScanPlan.CteScan scan : scans(subquery)) {
        PhysicalPlan user = users.putIfAbsent(scan.plan(), subquery);
        if (user != null && !isSame(user, subquery)) {
          shared.add(scan);
        }
      }
    }
    return shared;
  }

  @SuppressWarnings("ReferenceEquality") // equal subqueries are two
  private static boolean isSame(PhysicalPlan left, PhysicalPlan right) {
    return left == right;
  }

  private static List<ScanPlan.CteScan> scans(PhysicalPlan plan) {
    List<ScanPlan.CteScan> scans = new ArrayList<>();
    addScans(plan, scans);
    return scans;
  }

  private static void addScans(PhysicalPlan plan, List<ScanPlan.CteScan> scans) {
    if (plan instanceof ScanPlan.CteScan scan) {
      scans.add(scan);
      addScans(scan.plan(), scans);
    }
    plan.inputs().forEach(input -> addScans(input, scans));
    PlanSubqueries.of(plan).forEach(subquery -> addScans(subquery.plan(), scans));
  }
}
