package dev.colonnade.sql.execute.scan.point;

import dev.colonnade.sql.physical.ScanPlan;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Layouts of the point reads of a plan, which all executions of it share. Thread-safe. */
public final class PointReadLayouts {
  /** Replaced as a whole: a plan has few point reads. */
  private volatile IdentityHashMap<ScanPlan.TableScan, PointReadLayout> known =
      new IdentityHashMap<>();

  public PointReadLayout of(ScanPlan.TableScan plan, ScanPlan.PointKey point) {
    @Nullable PointReadLayout layout = known.get(plan);
    return layout != null ? layout : added(plan, new PointReadLayout(plan, point.index()));
  }

  private synchronized PointReadLayout added(ScanPlan.TableScan plan, PointReadLayout layout) {
    IdentityHashMap<ScanPlan.TableScan, PointReadLayout> more = new IdentityHashMap<>(known);
    more.put(plan, layout);
    known = more;
    return layout;
  }
}
