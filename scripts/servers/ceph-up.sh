#!/bin/bash
# Runs inside the unpacked root, as the first process of its PID namespace: when it ends, all that it started is killed by the kernel.
# One monitor, one object store daemon, one S3 gateway; /data/ceph.conf says where. The settings come by environment.
set -e
export PATH=/usr/sbin:/usr/bin CEPH_CONF=/data/ceph.conf
cd /data
mkdir mon osd run log

ceph-mon --version >version

key() { ceph-authtool keyring --gen-key "$@"; }
ceph-authtool --create-keyring keyring
key -n mon. --cap mon 'allow *'
key -n client.admin --cap mon 'allow *' --cap osd 'allow *'
key -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *'
key -n client.rgw --cap mon 'allow rw' --cap osd 'allow rwx'

monmaptool --create --addv a "[v2:127.0.0.1:$MON_PORT]" --fsid "$FSID" monmap
ceph-mon --mkfs -i a --monmap monmap --keyring keyring
ceph-mon -f -i a &

timeout 60 ceph osd new "$OSD_UUID" 0
ceph-osd -i 0 --mkfs --osd-uuid "$OSD_UUID"
ceph-osd -f -i 0 &

# Both wait by themselves for the object store to be up. The user comes first, so that a gateway that answers knows it.
timeout 120 radosgw-admin -n client.rgw user create --uid=app --display-name=app --access-key="$ACCESS_KEY" --secret-key="$SECRET_KEY"
radosgw -f -n client.rgw &

wait -n
echo 'a daemon ended'
exit 1
