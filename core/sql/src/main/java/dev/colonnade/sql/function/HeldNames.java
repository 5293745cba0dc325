package dev.colonnade.sql.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What names of WITH stand for in a running statement, where their rows are kept. */
public interface HeldNames extends StatementService {
  /** The rows of a name, as they are held. */
  List<@Nullable Object[]> rows(String name);
}
