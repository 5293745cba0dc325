package dev.colonnade.sql.plan.tree;

import dev.colonnade.sql.plan.type.CalciteTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * References to things of the catalogue are numbers in a query, and names in its result: what they
 * are called is known where the query runs, and nowhere else.
 */
public final class ShownReferences {
  private ShownReferences() {}

  /** The query with the names of its references in their place; itself if there are none. */
  public static RelNode asText(RelNode query) {
    boolean hasReferences =
        query.getRowType().getFieldList().stream()
            .anyMatch(field -> CalciteTypes.kindOf(field.getType()).isNamedReference());
    if (!hasReferences) {
      return query;
    }
    RexBuilder builder = query.getCluster().getRexBuilder();
    RelDataTypeFactory factory = builder.getTypeFactory();
    List<RexNode> fields = new ArrayList<>();
    for (RexNode field : builder.identityProjects(query.getRowType())) {
      RelDataType text =
          factory.createTypeWithNullability(
              factory.createSqlType(SqlTypeName.VARCHAR), field.getType().isNullable());
      boolean isReference = CalciteTypes.kindOf(field.getType()).isNamedReference();
      fields.add(isReference ? builder.makeCast(text, field) : field);
    }
    return LogicalProject.create(
        query, List.of(), fields, query.getRowType().getFieldNames(), Set.of());
  }
}
