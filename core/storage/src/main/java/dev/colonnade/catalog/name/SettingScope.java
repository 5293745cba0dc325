package dev.colonnade.catalog.name;

import java.util.Comparator;
import java.util.List;

/**
 * Key of stored settings: the sessions of a role, of a database, of both, or all sessions.
 *
 * @param databaseId {@link #ANY} for all databases
 * @param roleId {@link #ANY} for all roles
 */
public record SettingScope(int databaseId, int roleId) implements Comparable<SettingScope> {
  /** Id that stands for all databases or roles. */
  public static final int ANY = 0;

  private static final Comparator<SettingScope> ORDER =
      Comparator.comparingInt(SettingScope::databaseId).thenComparingInt(SettingScope::roleId);

  /**
   * Returns the scopes that a session belongs to; values of later ones take precedence.
   *
   * @param roleId {@link #ANY} for a user without a role
   */
  public static List<SettingScope> of(int databaseId, int roleId) {
    List<SettingScope> ofDatabase =
        List.of(new SettingScope(ANY, ANY), new SettingScope(databaseId, ANY));
    return roleId == ANY
        ? ofDatabase
        : List.of(
            ofDatabase.getFirst(),
            ofDatabase.getLast(),
            new SettingScope(ANY, roleId),
            new SettingScope(databaseId, roleId));
  }

  /** Returns whether the scope names a database or role. */
  public boolean mentions(int objectId) {
    return databaseId == objectId || roleId == objectId;
  }

  @Override
  public int compareTo(SettingScope other) {
    return ORDER.compare(this, other);
  }
}
