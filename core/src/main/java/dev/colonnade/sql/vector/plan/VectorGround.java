package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.plan.ScanSpec;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.OperatorRun;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.List;

/** What a plan runs on. */
public interface VectorGround {
  OperatorRun run();

  /** The rows of a scan, with columns of these types. */
  VectorOperator scan(ScanSpec spec, List<VectorType> types);
}
