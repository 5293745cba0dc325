package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.RelNode;

/** An operator of a plan that runs on vectors, as all of its inputs do. */
public interface VectorRel extends RelNode {
  /** The convention of such operators. */
  Convention CONVENTION = new Convention.Impl("VECTORS", VectorRel.class);

  /** Returns the representation of its columns. */
  List<VectorType> types();

  /** Starts it; the caller closes it. */
  VectorOperator open(VectorContext context);
}
