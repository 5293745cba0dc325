package dev.colonnade.catalog.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.key.Key;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Codec of the records of owners, privileges and row-level security. */
public final class AccessCodec {
  private static final int FLAG_ACL = 0x01;

  private static final int FLAG_ENABLED = 0x01;
  private static final int FLAG_FORCED = 0x02;

  private static final int FLAG_PERMISSIVE = 0x01;
  private static final int FLAG_USING = 0x02;
  private static final int FLAG_CHECK = 0x04;

  private AccessCodec() {}

  public static byte[] encode(ObjectAccess access) {
    CatalogRecordWriter out = record().putInt(access.ownerId());
    Acl acl = access.acl();
    out.putByte(acl == null ? 0 : FLAG_ACL);
    if (acl != null) {
      put(out, acl);
    }
    out.putShort(access.columns().size());
    new TreeMap<>(access.columns())
        .forEach(
            (columnId, column) -> {
              out.putInt(columnId);
              put(out, column);
            });
    return out.toByteArray();
  }

  public static ObjectAccess decodeAccess(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    int ownerId = in.readInt();
    Acl acl = (in.readByte() & FLAG_ACL) == 0 ? null : readAcl(in);
    Map<Integer, Acl> columns = new TreeMap<>();
    for (int left = in.readShort(); left > 0; left--) {
      columns.put(in.readInt(), readAcl(in));
    }
    in.requireEnd();
    return new ObjectAccess(ownerId, acl, columns);
  }

  public static byte[] encode(Acl acl) {
    CatalogRecordWriter out = record();
    put(out, acl);
    return out.toByteArray();
  }

  public static Acl decodeAcl(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    Acl acl = readAcl(in);
    in.requireEnd();
    return acl;
  }

  private static void put(CatalogRecordWriter out, Acl acl) {
    out.putShort(acl.items().size());
    for (AclItem item : acl.items()) {
      out.putInt(item.granteeId())
          .putInt(item.grantorId())
          .putInt(item.privileges())
          .putInt(item.options());
    }
  }

  private static Acl readAcl(CatalogRecordReader in) {
    List<AclItem> items = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      items.add(new AclItem(in.readInt(), in.readInt(), in.readInt(), in.readInt()));
    }
    return new Acl(items);
  }

  /** Returns the key that the key of a record of default privileges has. */
  public static DefaultAclKey defaultAclKey(Key key) {
    ByteBuffer in = ByteBuffer.wrap(key.bytes());
    int start = key.length() - CatalogLayout.DEFAULT_ACL_KEY_BYTES;
    SecuredKind kind = SecuredKind.find((char) key.bytes()[key.length() - 1]);
    if (kind == null) {
      throw new CatalogRecordReader(key, new byte[] {CatalogLayout.FORMAT})
          .corrupt("unknown kind of objects");
    }
    return new DefaultAclKey(in.getInt(start), in.getInt(start + Integer.BYTES), kind);
  }

  public static byte[] encode(RowSecurity security) {
    CatalogRecordWriter out =
        record()
            .putByte(
                (security.isEnabled() ? FLAG_ENABLED : 0)
                    | (security.isForced() ? FLAG_FORCED : 0));
    out.putShort(security.policies().size());
    for (RowPolicy policy : security.policies()) {
      String using = policy.using();
      String check = policy.check();
      out.putInt(policy.id())
          .putText(policy.name())
          .putByte(policy.command().code())
          .putByte(
              (policy.isPermissive() ? FLAG_PERMISSIVE : 0)
                  | (using == null ? 0 : FLAG_USING)
                  | (check == null ? 0 : FLAG_CHECK));
      out.putShort(policy.roleIds().size());
      policy.roleIds().forEach(out::putInt);
      putText(out, using);
      putText(out, check);
    }
    return out.toByteArray();
  }

  private static void putText(CatalogRecordWriter out, @Nullable String text) {
    if (text != null) {
      out.putBytes(text.getBytes(UTF_8));
    }
  }

  public static RowSecurity decodeRowSecurity(Key key, byte[] value) {
    CatalogRecordReader in = new CatalogRecordReader(key, value);
    int flags = in.readByte();
    List<RowPolicy> policies = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      policies.add(readPolicy(in));
    }
    in.requireEnd();
    return new RowSecurity((flags & FLAG_ENABLED) != 0, (flags & FLAG_FORCED) != 0, policies);
  }

  private static RowPolicy readPolicy(CatalogRecordReader in) {
    int id = in.readInt();
    String name = in.readText();
    RowPolicy.Command command = command(in);
    int flags = in.readByte();
    List<Integer> roles = new ArrayList<>();
    for (int left = in.readShort(); left > 0; left--) {
      roles.add(in.readInt());
    }
    String using = (flags & FLAG_USING) == 0 ? null : new String(in.readBytes(), UTF_8);
    String check = (flags & FLAG_CHECK) == 0 ? null : new String(in.readBytes(), UTF_8);
    return new RowPolicy(id, name, command, (flags & FLAG_PERMISSIVE) != 0, roles, using, check);
  }

  private static RowPolicy.Command command(CatalogRecordReader in) {
    int code = in.readByte();
    for (RowPolicy.Command command : RowPolicy.Command.values()) {
      if (command.code() == code) {
        return command;
      }
    }
    throw in.corrupt("unknown command of a policy: code=" + code);
  }

  private static CatalogRecordWriter record() {
    return new CatalogRecordWriter().putByte(CatalogLayout.FORMAT);
  }
}
