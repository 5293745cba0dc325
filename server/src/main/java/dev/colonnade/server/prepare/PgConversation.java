package dev.colonnade.server.prepare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Client of the PostgreSQL protocol that executes statements and discards their rows. Requires a
 * server that trusts local users.
 */
final class PgConversation implements AutoCloseable {
  private static final int PROTOCOL_3_0 = 3 << 16;
  private static final int TIMEOUT_MILLIS = 60_000;

  private static final int ERROR_RESPONSE = 'E';
  private static final int READY_FOR_QUERY = 'Z';

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  private PgConversation(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = new DataOutputStream(socket.getOutputStream());
  }

  /** Opens a session of the user {@code colonnade}. */
  static PgConversation open(InetSocketAddress address) throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    PgConversation conversation = new PgConversation(socket);
    Body startup = new Body();
    startup.number(PROTOCOL_3_0);
    startup.text("user").text("colonnade").text("database").text("colonnade").text("");
    byte[] body = startup.bytes();
    conversation.out.writeInt(body.length + Integer.BYTES);
    conversation.out.write(body);
    conversation.awaitReady("the login");
    return conversation;
  }

  /** Executes a text with the simple query protocol. */
  void query(String sql) throws IOException {
    send('Q', new Body().text(sql));
    awaitReady(sql);
  }

  /** Executes a statement without parameters with the extended query protocol. */
  void execute(String sql) throws IOException {
    send('P', new Body().text("").text(sql).count(0));
    send('B', new Body().text("").text("").count(0).count(0).count(0));
    send('D', new Body().letter('P').text(""));
    Body portal = new Body().text("");
    portal.number(0);
    send('E', portal);
    send('S', new Body());
    awaitReady(sql);
  }

  private void send(char type, Body message) throws IOException {
    byte[] body = message.bytes();
    out.writeByte(type);
    out.writeInt(body.length + Integer.BYTES);
    out.write(body);
  }

  private void awaitReady(String sql) throws IOException {
    String error = "";
    for (int type = in.readUnsignedByte(); type != READY_FOR_QUERY; type = in.readUnsignedByte()) {
      byte[] body = body();
      if (type == ERROR_RESPONSE) {
        error = new String(body, UTF_8).replace('\0', ' ');
      }
    }
    body();
    if (!error.isEmpty()) {
      throw new IllegalStateException("statement failed: sql=" + sql + " error=" + error);
    }
  }

  private byte[] body() throws IOException {
    int size = in.readInt() - Integer.BYTES;
    byte[] body = in.readNBytes(size);
    if (body.length < size) {
      throw new EOFException("the server has closed the connection");
    }
    return body;
  }

  @Override
  public void close() throws IOException {
    try (socket) {
      send('X', new Body());
    }
  }

  /** Body of a message. */
  private static final class Body {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Body text(String text) {
      bytes.writeBytes(text.getBytes(UTF_8));
      bytes.write(0);
      return this;
    }

    Body letter(char letter) {
      bytes.write(letter);
      return this;
    }

    Body count(int count) {
      bytes.write(count >> 8);
      bytes.write(count);
      return this;
    }

    void number(int number) {
      count(number >> 16).count(number);
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }
  }
}
