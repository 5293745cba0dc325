package dev.colonnade.sql.cancel;

import static java.util.stream.Collectors.toSet;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.WindowPlan;
import java.util.Set;
import java.util.stream.Stream;

/** Classes of plans and operators, and which operator runs a plan. */
final class PlanCoverage {
  private PlanCoverage() {}

  /** Returns the classes of all physical plans. */
  static Set<Class<?>> plans() {
    return leaves(PhysicalPlan.class).collect(toSet());
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(PlanCoverage::leaves)
        : Stream.of(type);
  }

  /** Returns the simple names of all operators. */
  static Set<String> operators() {
    return new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.colonnade.sql")
            .stream()
            .filter(type -> type.isAssignableTo(Operator.class))
            .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
            .map(type -> type.getSimpleName())
            .collect(toSet());
  }

  /** Returns the simple names of the operators that run a plan on one thread. */
  static Stream<String> operatorsOf(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan scan -> Stream.of(scan(scan));
      case RowPlan row -> Stream.of(row(row));
      case JoinPlan join -> join(join);
      case AggregatePlan.HashAggregate _ -> Stream.of("HashAggregateOperator");
      case AggregatePlan.SortedAggregate _ -> Stream.of("SortedAggregateOperator");
      case WindowPlan _ -> Stream.of("WindowOperator");
      case SetPlan.Append _ -> Stream.of("AppendOperator");
      case SetPlan.SetOperation _ -> Stream.of("SetOperationOperator");
      case SetPlan.RecursiveUnion _ -> Stream.of("RecursiveUnionOperator");
      case ModifyPlan modify -> Stream.of(modify(modify));
    };
  }

  private static String scan(ScanPlan plan) {
    return switch (plan) {
      case ScanPlan.TableScan scan ->
          scan.point() == null ? "TableScanOperator" : "PointReadOperator";
      case ScanPlan.SystemScan _ -> "RowsOperator";
      case ScanPlan.NamedRowsScan _ -> "NamedRowsOperator";
      case ScanPlan.CteScan _ -> "CteOperator";
      case ScanPlan.WorkingTableScan _ -> "WorkingTableOperator";
      case ScanPlan.Values _ -> "ValuesOperator";
    };
  }

  private static String row(RowPlan plan) {
    return switch (plan) {
      case RowPlan.Filter _ -> "FilterOperator";
      case RowPlan.Project _ -> "ProjectOperator";
      case RowPlan.Sort sort ->
          sort.presortedKeys() > 0 ? "IncrementalSortOperator" : "SortOperator";
      case RowPlan.Limit _ -> "LimitOperator";
      case RowPlan.Unnest _ -> "UnnestOperator";
    };
  }

  private static Stream<String> join(JoinPlan plan) {
    return switch (plan) {
      case JoinPlan.HashJoin _ -> Stream.of("HashJoinOperator");
      case JoinPlan.NestedLoopJoin _ -> Stream.of("NestedLoopJoinOperator");
      case JoinPlan.MergeJoin _ -> Stream.of("MergeJoinOperator");
      case JoinPlan.LookupJoin _ -> Stream.of("LookupJoinOperator", "LookupOperator", "Rows");
      case JoinPlan.DependentJoin _ -> Stream.of("DependentJoinOperator");
    };
  }

  private static String modify(ModifyPlan plan) {
    return switch (plan) {
      case ModifyPlan.Insert insert ->
          insert.conflict() == null ? "InsertOperator" : "ConflictInsertOperator";
      case ModifyPlan.Update _ -> "UpdateOperator";
      case ModifyPlan.Delete _ -> "DeleteOperator";
      case ModifyPlan.Merge _ -> "MergeOperator";
      case ModifyPlan.LockRows _ -> "LockRowsOperator";
      case ModifyPlan.WithChanges _ -> "WithChangesOperator";
    };
  }
}
