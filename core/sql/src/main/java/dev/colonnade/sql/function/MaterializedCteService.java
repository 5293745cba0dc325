package dev.colonnade.sql.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement service that returns the rows of materialized common table expressions (WITH). */
public interface MaterializedCteService extends StatementService {
  /** Returns the rows of a CTE in their internal representation. */
  List<@Nullable Object[]> rows(String name);
}
