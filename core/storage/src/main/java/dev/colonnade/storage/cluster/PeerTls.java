package dev.colonnade.storage.cluster;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * Files for mutual TLS between members, all PEM.
 *
 * @param certificate certificate of the member, and intermediate ones. Its subject alternative
 *     names contain the host or address under which the others reach the member
 * @param key key of the certificate, PKCS 8 without a password
 * @param authorities certificates of the authorities whose certificates are accepted, from members
 *     only: every holder of such a certificate can take part in the cluster
 */
public record PeerTls(Path certificate, Path key, Path authorities) {
  public PeerTls {
    requireNonNull(certificate, "certificate is null");
    requireNonNull(key, "key is null");
    requireNonNull(authorities, "authorities is null");
  }
}
