package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values bound to the parameters of a prepared statement. */
public final class BoundParameters {
  /** Largest number of parameters of a statement, the same as PostgreSQL's. */
  private static final int COUNT_MAX = 65_535;

  private final List<@Nullable Object> values = new ArrayList<>();
  private final BitSet isSet = new BitSet();

  /**
   * Binds a value, an object of one of the classes that {@link ParameterConversions#plain} returns.
   *
   * @param parameter position from 1 to {@value #COUNT_MAX}
   */
  public void set(int parameter, @Nullable Object value) throws SQLException {
    if (parameter < 1 || parameter > COUNT_MAX) {
      throw SqlFailures.badArgument("there is no such parameter: parameter=" + parameter);
    }
    while (values.size() < parameter) {
      values.add(null);
    }
    values.set(parameter - 1, value);
    isSet.set(parameter - 1);
  }

  public void clear() {
    values.clear();
    isSet.clear();
  }

  /**
   * Returns the values converted for parameters of these types.
   *
   * @throws SQLException if a parameter is not set or there are more values than parameters
   */
  public @Nullable Object[] forTypes(List<SqlTypeInfo> types) throws SQLException {
    if (values.size() > types.size()) {
      throw SqlFailures.badArgument(
          "there is no such parameter: parameter="
              + values.size()
              + " parameterCount="
              + types.size());
    }
    @Nullable Object[] converted = new @Nullable Object[types.size()];
    for (int i = 0; i < converted.length; i++) {
      if (!isSet.get(i)) {
        throw new java.sql.SQLNonTransientException(
            "No value specified for parameter " + (i + 1) + ".", "22023");
      }
      converted[i] = ParameterConversions.forType(types.get(i), values.get(i));
    }
    return converted;
  }
}
