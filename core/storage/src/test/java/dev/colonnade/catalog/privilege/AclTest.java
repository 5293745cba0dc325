package dev.colonnade.catalog.privilege;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AclTest {
  private static final int OWNER = 1;
  private static final int ONE = 2;
  private static final int TWO = 3;
  private static final int SELECT = Privilege.SELECT.bit();

  private static Acl.Change change(int grantee, int grantor, int options) {
    return new Acl.Change(grantee, grantor, SELECT, options);
  }

  private static List<String> texts(Acl acl) {
    return acl.texts(id -> List.of("", "owner", "one", "Two \"2\"").get(id));
  }

  @Test
  void shouldShowItemsAsPostgres() {
    Acl acl =
        SecuredKind.TABLE
            .defaultAcl(OWNER)
            .granted(change(AclItem.PUBLIC, OWNER, 0), OWNER)
            .granted(change(TWO, OWNER, SELECT), OWNER);
    assertThat(texts(acl))
        .containsExactly("owner=arwdDxt/owner", "=r/owner", "\"Two \"\"2\"\"\"=r*/owner");
  }

  @Test
  void shouldRevokeWhatWasGrantedWithALostOption() {
    Acl acl =
        Acl.NONE.granted(change(ONE, OWNER, SELECT), OWNER).granted(change(TWO, ONE, 0), OWNER);
    assertThat(acl.privileges(id -> id == TWO)).isEqualTo(SELECT);
    assertThatThrownBy(() -> acl.revoked(change(ONE, OWNER, SELECT), OWNER, false))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("dependent privileges exist");
    assertThat(acl.revoked(change(ONE, OWNER, SELECT), OWNER, true).items()).isEmpty();
  }

  @Test
  void shouldRefuseACircleOfOptions() {
    Acl acl =
        Acl.NONE
            .granted(change(ONE, OWNER, SELECT), OWNER)
            .granted(change(TWO, ONE, SELECT), OWNER);
    assertThatThrownBy(() -> acl.granted(change(ONE, TWO, SELECT), OWNER))
        .hasMessage("grant options cannot be granted back to your own grantor");
  }

  @Test
  void shouldTransferGrantsToANewOwner() {
    ObjectAccess access =
        new ObjectAccess(OWNER)
            .with(SecuredKind.TABLE.defaultAcl(OWNER).granted(change(ONE, OWNER, 0), OWNER))
            .ownedBy(TWO);
    assertThat(access.ownerId()).isEqualTo(TWO);
    assertThat(access.effective(SecuredKind.TABLE).items())
        .containsExactly(
            new AclItem(TWO, TWO, SecuredKind.TABLE.all(), 0), new AclItem(ONE, TWO, SELECT, 0));
  }
}
