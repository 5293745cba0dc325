package dev.colonnade.catalog.privilege;

import java.util.Comparator;

/**
 * Key of default privileges: new objects of a kind that a role creates in one schema, or in all
 * schemas of a database.
 *
 * @param scopeId id of a schema or a database; {@link #ALL_DATABASES} in stores of earlier versions
 */
public record DefaultAclKey(int roleId, int scopeId, SecuredKind kind)
    implements Comparable<DefaultAclKey> {
  public static final int ALL_DATABASES = 0;

  private static final Comparator<DefaultAclKey> ORDER =
      Comparator.comparingInt(DefaultAclKey::roleId)
          .thenComparingInt(DefaultAclKey::scopeId)
          .thenComparing(DefaultAclKey::kind);

  @Override
  public int compareTo(DefaultAclKey other) {
    return ORDER.compare(this, other);
  }
}
