package dev.colonnade.catalog.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.key.Key;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccessCodecTest {
  @Test
  void shouldReturnOwnersAndPrivilegesAsWritten() {
    Acl acl = new Acl(List.of(new AclItem(0, 11, 2, 0), new AclItem(200, 11, 127, 2)));
    ObjectAccess access = new ObjectAccess(105, acl, Map.of(3, acl, 1, Acl.NONE));
    Key key = CatalogLayout.accessKey(300);
    byte[] record = AccessCodec.encode(access);
    assertThat(AccessCodec.decodeAccess(key, record)).isEqualTo(access);
    ObjectAccess plain = new ObjectAccess(105);
    assertThat(HexFormat.of().formatHex(AccessCodec.encode(plain))).isEqualTo("0169000000000000");
    assertThat(AccessCodec.decodeAccess(key, AccessCodec.encode(plain))).isEqualTo(plain);
  }

  @Test
  void shouldReturnDefaultPrivilegesAsWritten() {
    DefaultAclKey key = new DefaultAclKey(105, 7, SecuredKind.SEQUENCE);
    Acl acl = SecuredKind.SEQUENCE.defaultAcl(105);
    assertThat(AccessCodec.defaultAclKey(CatalogLayout.defaultAclKey(key))).isEqualTo(key);
    assertThat(AccessCodec.decodeAcl(CatalogLayout.defaultAclKey(key), AccessCodec.encode(acl)))
        .isEqualTo(acl);
  }

  @Test
  void shouldReturnPoliciesAsWritten() {
    RowSecurity security =
        new RowSecurity(
            true,
            true,
            List.of(
                new RowPolicy(1, "p", RowPolicy.Command.ALL, true, List.of(0), "a = 1", null),
                new RowPolicy(
                    2, "q", RowPolicy.Command.INSERT, false, List.of(105, 106), null, "true")));
    assertThat(
            AccessCodec.decodeRowSecurity(
                CatalogLayout.policiesKey(300), AccessCodec.encode(security)))
        .isEqualTo(security);
  }
}
