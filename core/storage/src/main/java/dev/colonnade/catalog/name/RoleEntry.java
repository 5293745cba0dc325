package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Someone who may have sessions.
 *
 * @param canLogin whether a connection may be made in this name
 * @param verifier what a password is checked against, in PostgreSQL's form of SCRAM-SHA-256; null
 *     where there is no password
 */
public record RoleEntry(
    int id, String name, boolean canLogin, boolean isSuperuser, @Nullable String verifier) {
  public RoleEntry {
    requireNonNull(name, "name is null");
  }

  /** The same with another name. */
  public RoleEntry withName(String other) {
    return new RoleEntry(id, other, canLogin, isSuperuser, verifier);
  }

  /** Never tells the verifier. */
  @Override
  public String toString() {
    return "RoleEntry[id=" + id + " name=" + name + " canLogin=" + canLogin + "]";
  }
}
