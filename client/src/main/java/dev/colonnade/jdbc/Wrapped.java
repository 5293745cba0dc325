package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import java.sql.SQLException;
import java.sql.Wrapper;

/** What can be had as what it is. */
abstract class Wrapped implements Wrapper {
  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    if (wanted.isInstance(this)) {
      return wanted.cast(this);
    }
    throw SqlFailures.badArgument("cannot be had as that: class=" + wanted.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }
}
