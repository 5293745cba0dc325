package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import java.sql.SQLException;
import java.sql.Wrapper;

/** Default implementation of {@link Wrapper} for objects that wrap nothing. */
interface DefaultWrapper extends Wrapper {
  @Override
  default <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    throw SqlFailures.badArgument(
        "object is not of the requested class: class=" + target.getName());
  }

  @Override
  default boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
