package dev.colonnade.catalog.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleGraph;
import dev.colonnade.catalog.name.RoleMembership;
import dev.colonnade.key.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoleCodecTest {
  private static final Key KEY = CatalogLayout.roleKey(7);

  @Test
  void shouldReturnTheMembershipsThatWereWritten() {
    RoleEntry role =
        new RoleEntry(7, "member", true, false, null)
            .with(new RoleMembership(8, 10, false))
            .with(new RoleMembership(9, 10, true));
    assertThat(NamespaceCodec.decodeRole(KEY, NamespaceCodec.encode(role))).isEqualTo(role);
  }

  @Test
  void shouldReadRolesWithoutMembershipsOfEarlierFormats() {
    RoleEntry role = new RoleEntry(7, "r", true, false, null);
    byte[] record = NamespaceCodec.encode(role);
    assertThat(record[record.length - 3]).isEqualTo((byte) CatalogLayout.FLAG_LOGIN);
    assertThat(NamespaceCodec.decodeRole(KEY, record)).isEqualTo(role);
  }

  @Test
  void shouldFindIndirectMemberships() {
    RoleEntry top = new RoleEntry(1, "top", false, false, null);
    RoleEntry middle =
        new RoleEntry(2, "middle", false, false, null).with(new RoleMembership(1, 10, true));
    RoleEntry low =
        new RoleEntry(3, "low", true, false, null).with(new RoleMembership(2, 10, false));
    RoleEntry other = new RoleEntry(4, "other", true, false, null);
    RoleGraph graph = new RoleGraph(List.of(top, middle, low, other));
    assertThat(graph.isMember(low, top)).isTrue();
    assertThat(graph.isAdmin(low, top)).isTrue();
    assertThat(graph.isAdmin(low, middle)).isFalse();
    assertThat(graph.isMember(top, low)).isFalse();
    assertThat(graph.hasRole(other, top)).isFalse();
  }
}
