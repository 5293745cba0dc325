package dev.colonnade.sql.run;

import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.WindowPlan;
import org.jspecify.annotations.Nullable;

/** Distinction of plans whose operators keep rows, and so wait for a grant of memory. */
final class MemoryNeed {
  private MemoryNeed() {}

  static boolean of(PhysicalPlan plan) {
    boolean keepsRows =
        switch (plan) {
          case RowPlan.Sort _ -> true;
          case RowPlan _ -> false;
          case JoinPlan.LookupJoin _, JoinPlan.DependentJoin _ -> false;
          case JoinPlan _ -> true;
          case AggregatePlan aggregate -> !aggregate.keys().isEmpty();
          case WindowPlan _ -> true;
          case SetPlan.Append _ -> false;
          case SetPlan _ -> true;
          case ScanPlan.CteScan _ -> true;
          case ModifyPlan.Insert insert -> isOfConflicts(insert.conflict());
          case ScanPlan _, ModifyPlan _ -> false;
        };
    return keepsRows || plan.inputs().stream().anyMatch(MemoryNeed::of);
  }

  private static boolean isOfConflicts(@Nullable ConflictPlan conflict) {
    return conflict != null
        && conflict.queries().stream()
            .map(ConflictPlan.Query::many)
            .anyMatch(many -> many != null && of(many.rows().plan()));
  }
}
