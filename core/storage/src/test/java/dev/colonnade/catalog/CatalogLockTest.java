package dev.colonnade.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.key.SortDirection;
import org.junit.jupiter.api.Test;

/** Tests of the keys of locks of definitions. */
class CatalogLockTest {
  @Test
  void shouldReadTheObjectFromItsKey() {
    for (int id : new int[] {0, 1, 10, 65_537, Integer.MAX_VALUE}) {
      assertThat(CatalogLock.objectId(CatalogLock.shared(id).key())).isEqualTo(id);
      assertThat(CatalogLock.objectId(CatalogLock.exclusive(id).key())).isEqualTo(id);
    }
  }

  @Test
  void shouldReadNoObjectFromOtherKeys() {
    Key name = CatalogLock.name(CatalogLock.NameKind.ROLE, 0, "r").key();
    Key row = new KeyWriter().begin(7, 0).putInt(5, SortDirection.ASCENDING).toKey();
    assertThat(CatalogLock.objectId(name)).isEqualTo(CatalogLock.NO_OBJECT);
    assertThat(CatalogLock.objectId(row)).isEqualTo(CatalogLock.NO_OBJECT);
    assertThat(CatalogLock.objectId(Key.EMPTY)).isEqualTo(CatalogLock.NO_OBJECT);
  }
}
