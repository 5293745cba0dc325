package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;

/** Column of the rows of an analyzed query. */
public record ResultColumn(String name, Variable variable, TypeReference type, Origin origin) {
  public ResultColumn {
    requireNonNull(name, "name is null");
    requireNonNull(variable, "variable is null");
    requireNonNull(type, "type is null");
    requireNonNull(origin, "origin is null");
  }
}
